import { expect } from 'chai';
import { KubeError } from '../../../../../src/clients/kube/kube-error.ts';
import { WorkPending } from '../../../../../src/core/runtime/work-pending.ts';
import { rejection } from '../../../../integration/registry/rejection.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';

const CREATE = 'create pods shop-build-pod';
const WRITE = 'patch builds shop';

function denied(sentence: string): KubeError {
  return new KubeError('FORBIDDEN', CREATE, sentence, { status: 403 });
}

const NO_STATUS = denied('status unknown for quota: compute');

// Known bug: shipwright-io/build#320.
describe('the retried start of a Build', () => {
  let world: FakeWorld;

  beforeEach(() => {
    world = fakeWorld();
  });

  const denyOnce = async (error = NO_STATUS): Promise<unknown> => {
    world.cluster.failNext(CREATE, error);
    return rejection(world.reconcile());
  };

  it('succeeds after a quota without status denied it', async () => {
    expect(await denyOnce()).to.equal(NO_STATUS);
    world.wait(59_000);
    expect(await denyOnce()).to.equal(NO_STATUS);
    await world.reconcile();
    expect(world.cluster.writes).to.include(CREATE);
    expect(world.condition()).to.include({ status: 'Unknown' });
  });

  it('fails the Build after a minute of denials', async () => {
    await denyOnce();
    world.wait(60_000);
    expect(await denyOnce()).to.equal(undefined);
    expect(world.condition()).to.include({ status: 'False', reason: 'WorkloadRejected' });
    expect(world.condition()?.['message']).to.contain('status unknown for quota');
  });

  it('counts the minute again after another error', async () => {
    await denyOnce();
    world.wait(59_000);
    world.cluster.remove('serviceaccounts', 'default');
    await world.reconcile();
    world.cluster.put('serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } });
    world.wait(1_000);
    expect(await denyOnce()).to.equal(NO_STATUS);
  });

  it('shows each error once, unless it is gone within a second', async () => {
    const writes = (): number => world.cluster.writes.filter((write) => write === WRITE).length;
    await denyOnce();
    expect(world.condition()?.['reason']).to.equal('Starting');
    const before = writes();
    world.wait(2_000);
    await denyOnce();
    await denyOnce();
    world.wait(2_000);
    await denyOnce();
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'Retrying', message: NO_STATUS.message });
    expect(writes()).to.equal(before + 1);
    world.wait(2_000);
    const other = denied('exceeded quota: compute');
    await denyOnce(other);
    expect(world.condition()).to.include({ message: other.message });
    expect(writes()).to.equal(before + 2);
  });

  it('shows that a registry has not answered yet', async () => {
    world.registry.facts = async () => {
      world.wait(5_000);
      throw new WorkPending('the registry of r.test/builder has not answered yet', 5_000);
    };
    expect(await rejection(world.reconcile())).to.be.instanceOf(WorkPending);
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'Retrying' });
  });
});
