import { expect } from 'chai';
import { objectAt, objectsAt } from '../../../../../src/model/json-field.ts';
import { fakeWorld } from './fake-world.ts';

async function phasesOf(creatorBuilders: readonly string[], spec: Readonly<Record<string, unknown>> = {}) {
  const world = fakeWorld({ backend: 'native', creatorBuilders }, spec);
  await world.reconcile();
  const pod = objectAt(world.cluster.get('pods', 'shop-build-pod') ?? {}, 'spec');
  return [...objectsAt(pod, 'initContainers'), ...objectsAt(pod, 'containers')].map(({ name }) => name);
}

describe('CREATOR_BUILDERS of the controller', () => {
  it('runs the Builds of the builders that it names in one container', async () => {
    expect(await phasesOf(['registry.example.com/builder'])).to.deep.equal(['prepare', 'create', 'completion']);
  });

  it('does not change the Builds of other builders, whatever they say in their fields', async () => {
    const spec = { env: [{ name: 'CREATOR_BUILDERS', value: 'registry.example.com/builder' }] };
    expect(await phasesOf(['registry.example.com/platform/*'], spec)).to.include.members([
      'analyze',
      'build',
      'export',
    ]);
  });
});
