import { expect } from 'chai';
import { objectAt, objectsAt, textAt } from '../../../../support/json-field.ts';
import type { ImageFacts } from '../../../../../src/core/api/taskpack/image-facts.ts';
import { someFacts } from '../../../../support/documents.ts';
import { fakeWorld } from './fake-world.ts';

const LABEL = 'taskpack.dev/image-extensions';
const BUILDER = 'registry.example.com/builder';
const RUN = { image: 'registry.example.com/run' };

/** If image extensions may extend the build image, by the setting and the namespace's labels. */
const CASES: readonly (readonly [readonly string[], Readonly<Record<string, string>>, boolean])[] = [
  [[], { [LABEL]: 'true' }, false],
  [['registry.example.com/platform/*'], { [LABEL]: 'true' }, false],
  [[BUILDER], {}, false],
  [[BUILDER], { [LABEL]: 'false' }, false],
  [[BUILDER], { 'taskpack.dev/env-from-secrets': 'true' }, false],
  [[BUILDER], { [LABEL]: 'true' }, true],
];

describe('image extensions that generate a build.Dockerfile', () => {
  for (const [extensionBuilders, labels, isAllowed] of CASES) {
    const title = `EXTENSION_BUILDERS=${extensionBuilders.join(',')} and ${JSON.stringify(labels)}`;
    it(`are ${isAllowed ? 'applied as root' : 'refused before restore'} with ${title}`, async () => {
      const [restore, build] = await phasesOf(extensionBuilders, labels);
      expect(restore).to.deep.equal({ isAllowed, user: undefined });
      expect(build?.user).to.equal(isAllowed ? 0 : undefined);
    });
  }
});

async function phasesOf(extensionBuilders: readonly string[], labels: Readonly<Record<string, string>>) {
  const world = fakeWorld({ extensionBuilders });
  const facts = someFacts({
    lifecycle: { apis: { platform: { supported: ['0.9', '0.13'] } } },
    runImage: RUN,
    images: [RUN],
    extensions: [{ id: 'example/curl', version: '1.0.0' }],
  });
  world.registry.facts = async () => facts.value as ImageFacts;
  const namespace = textAt(world.cluster.all('builds')[0]?.metadata ?? {}, 'namespace') ?? '';
  world.cluster.put('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } });
  await world.reconcile();
  const spec = objectAt(world.cluster.get('pods', 'shop-build-pod') ?? {}, 'spec');
  return objectsAt(spec, 'initContainers')
    .filter(({ name }) => name === 'restore' || name === 'build')
    .map((container) => ({
      isAllowed: JSON.stringify(container).includes('-extend-build-image'),
      user: objectAt(container, 'securityContext')['runAsUser'],
    }));
}
