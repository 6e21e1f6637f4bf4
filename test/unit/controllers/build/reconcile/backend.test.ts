import { expect } from 'chai';
import { fakeWorld } from './fake-world.ts';

describe('what runs a Build', () => {
  it('is noted as soon as it is known, so that logs of failures have it', async () => {
    const world = fakeWorld();
    world.cluster.failNext('create pods shop-build-pod', new Error('it fails'));
    await world.reconcile().catch(() => undefined);
    expect(world.backends).to.deep.equal(['native']);
    await world.reconcile().catch(() => undefined);
    expect(new Set(world.backends)).to.deep.equal(new Set(['native']));
  });
});
