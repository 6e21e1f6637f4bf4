import { expect } from 'chai';
import { KubeError } from '../../../../../src/kube/kube-error.ts';
import { StillAsking } from '../../../../../src/registry-access/still-asking.ts';
import { rejection } from '../../../../integration/registry/rejection.ts';
import { fakeWorld, type FakeWorld } from './fake-world.ts';

const CREATE = 'create pods shop-build-pod';
const WRITE = 'patch builds shop';

function denied(sentence: string): KubeError {
  return new KubeError('FORBIDDEN', CREATE, sentence, { status: 403 });
}

const NO_STATUS = denied('status unknown for quota: compute');

describe('the start of a Build that is tried again', () => {
  let world: FakeWorld;

  beforeEach(() => {
    world = fakeWorld();
  });

  const denyOnce = async (error = NO_STATUS): Promise<unknown> => {
    world.cluster.failNext(CREATE, error);
    return rejection(world.reconcile());
  };

  it('goes on after a 403 of a quota without a status', async () => {
    expect(await denyOnce()).to.equal(NO_STATUS);
    world.wait(59_000);
    expect(await denyOnce()).to.equal(NO_STATUS);
    await world.reconcile();
    expect(world.cluster.writes).to.include(CREATE);
    expect(world.condition()).to.include({ status: 'Unknown' });
  });

  it('ends the Build when that has been so for a minute', async () => {
    await denyOnce();
    world.wait(60_000);
    expect(await denyOnce()).to.equal(undefined);
    expect(world.condition()).to.include({ status: 'False', reason: 'WorkloadRejected' });
    expect(world.condition()?.['message']).to.contain('status unknown for quota');
  });

  it('counts the minute anew where something else was in the way in between', async () => {
    await denyOnce();
    world.wait(59_000);
    world.cluster.remove('serviceaccounts', 'default');
    await world.reconcile();
    world.cluster.put('serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } });
    world.wait(1_000);
    expect(await denyOnce()).to.equal(NO_STATUS);
  });

  it('says why, once for each sentence, and not what is over in a second', async () => {
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

  it('says that a registry has not answered yet', async () => {
    world.registry.facts = async () => {
      world.wait(5_000);
      throw new StillAsking('r.test/builder', 5, 5_000);
    };
    expect(await rejection(world.reconcile())).to.be.instanceOf(StillAsking);
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'Retrying' });
  });
});
