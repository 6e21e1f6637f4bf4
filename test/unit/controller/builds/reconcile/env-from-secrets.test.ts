import { expect } from 'chai';
import type { NamespacePermission } from '../../../../../src/core/model/namespace-permission.ts';
import { objectAt, objectsAt, textAt } from '../../../../support/json-field.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';

const LABEL = 'taskpack.dev/env-from-secrets';
const NAME = 'settings';

/** If a Build may read a Secret in its environment, by the setting and the namespace's labels. */
const CASES: readonly (readonly [NamespacePermission | undefined, Readonly<Record<string, string>>, boolean])[] = [
  [undefined, { [LABEL]: 'true' }, false],
  ['never', { [LABEL]: 'true' }, false],
  ['labeled', {}, false],
  ['labeled', { [LABEL]: 'false' }, false],
  ['labeled', { 'taskpack.dev/workload-identity': 'true' }, false],
  ['labeled', { [LABEL]: 'true' }, true],
  ['always', {}, true],
];

describe('a Secret that the environment of a Build names', () => {
  for (const [setting, labels, isAllowed] of CASES) {
    const shown = JSON.stringify(labels);
    it(`is ${isAllowed ? 'mounted' : 'refused'} with ENV_FROM_SECRETS=${setting ?? '(default)'} and ${shown}`, async () => {
      const world = someWorld(setting, labels);
      putSecret(world, 'Opaque');
      await world.reconcile();
      if (isAllowed) {
        expect(volumes(world)).to.deep.include({ secretName: NAME, optional: true, items: [{ key: 'k', path: 'k' }] });
      } else {
        expect(pod(world)).to.equal(undefined);
        expect(objectAt(world.status(), 'failure')).to.include({ reason: 'BuildRefused' });
        expect(world.condition()?.['message']).to.include('secretKeyRef is not supported');
      }
    });
  }

  it('is not read if the Build may not name it', async () => {
    const world = someWorld('labeled', {});
    await world.reconcile();
    expect(world.condition()?.['message']).to.include('secretKeyRef is not supported');
  });

  it('is refused if a ServiceAccount lists it, or if it gives access to the cluster', async () => {
    const listed = someWorld('always', {});
    putSecret(listed, 'Opaque');
    listed.cluster.put('serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'other' },
      secrets: [{ name: NAME }],
    });
    const token = someWorld('always', {}, { optional: true });
    putSecret(token, 'kubernetes.io/service-account-token');
    for (const [world, words] of [
      [listed, `variable "A" uses forbidden secret "${NAME}"`],
      [token, `variable "A" uses secret "${NAME}" of type kubernetes.io/service-account-token`],
    ] as const) {
      await world.reconcile();
      expect(pod(world)).to.equal(undefined);
      expect(world.condition()?.['message']).to.include(words);
    }
  });

  it('delays the Pod until the Secret exists', async () => {
    const world = someWorld('always', {});
    await world.reconcile();
    expect(pod(world)).to.equal(undefined);
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'ReferenceNotFound' });
    expect(world.condition()?.['message']).to.include(`secrets "${NAME}" not found`);
    putSecret(world, 'Opaque');
    await world.reconcile();
    expect(volumes(world).map(({ secretName }) => secretName)).to.include(NAME);
  });

  it('is not mounted if it is optional and missing, so that no Secret created later is read unchecked', async () => {
    const world = someWorld('always', {}, { optional: true });
    await world.reconcile();
    expect(pod(world)).not.to.equal(undefined);
    expect(JSON.stringify(pod(world))).not.to.include(NAME);
  });
});

function someWorld(
  setting: NamespacePermission | undefined,
  labels: Readonly<Record<string, string>>,
  optional: { readonly optional?: true } = {},
): FakeWorld {
  const settings = setting === undefined ? {} : { envFromSecrets: setting };
  const valueFrom = { secretKeyRef: { name: NAME, key: 'k', ...optional } };
  const world = fakeWorld(settings, { env: [{ name: 'A', valueFrom }] });
  const namespace = textAt(world.cluster.all('builds')[0]?.metadata ?? {}, 'namespace') ?? '';
  world.cluster.put('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } });
  return world;
}

function putSecret({ cluster }: FakeWorld, type: string): void {
  cluster.put('secrets', { apiVersion: 'v1', kind: 'Secret', metadata: { name: NAME }, type });
}

function pod({ cluster }: FakeWorld): JsonObject | undefined {
  return cluster.get('pods', 'shop-build-pod');
}

function volumes(world: FakeWorld): readonly JsonObject[] {
  return objectsAt(objectAt(pod(world) ?? {}, 'spec'), 'volumes').map((volume) => objectAt(volume, 'secret'));
}
