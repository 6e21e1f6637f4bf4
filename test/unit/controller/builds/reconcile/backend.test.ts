import { expect } from 'chai';
import { fakeWorld } from './fake-world.ts';

describe('the backend of a Build', () => {
  it('is recorded as soon as it is chosen, so that the logs of failures name it', async () => {
    const world = fakeWorld();
    world.cluster.failNext('create pods shop-build-pod', new Error('it fails'));
    await world.reconcile().catch(() => undefined);
    expect(world.backends).to.deep.equal(['native']);
    await world.reconcile().catch(() => undefined);
    expect(new Set(world.backends)).to.deep.equal(new Set(['native']));
  });
});
