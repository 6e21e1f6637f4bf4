import { expect } from 'chai';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { objectAt } from '../../../../support/json-field.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { fakeWorld, NOW, SECRET, type FakeWorld } from './fake-world.ts';

/** The end of a log, which the kubelet copies into the termination message (FallbackToLogsOnError). */
const LOG = `fatal: https://user:pass@git.example.com\nfatal: it is ${SECRET}`;

function failedPod(phase: 'Running' | 'Failed'): JsonObject {
  const terminated = { exitCode: 1, reason: 'Error', message: LOG };
  const waiting = { reason: 'PodInitializing', message: 'after https://user:pass@git.example.com' };
  const initContainerStatuses = [
    { name: 'prepare', state: { terminated } },
    { name: 'analyze', state: { waiting } },
  ];
  return { phase, startTime: new Date(NOW).toISOString(), initContainerStatuses };
}

async function failed(phase: 'Running' | 'Failed', world: FakeWorld = fakeWorld()): Promise<FakeWorld> {
  await world.reconcile();
  world.podStatus(failedPod(phase));
  world.wait(1000);
  await world.reconcile();
  return world;
}

describe('the secrets of a Build', () => {
  it('are masked in the status of a failed Build', async () => {
    const world = await failed('Failed');
    const status = JSON.stringify(world.status());
    expect(status).not.to.contain(SECRET).and.not.to.contain('user:pass');
    expect(world.condition()?.['message']).to.contain('https://***@git.example.com').and.to.contain('it is ***');
    expect(status.split('it is ***')).to.have.length(4, 'the condition, the failure and the state of the step');
    expect(objectAt(world.status(), 'failure')['log']).to.deep.equal(['what was said last', '***']);
  });

  it('are withheld from the status of a running Build, before the Secrets are read', async () => {
    const world = await failed('Running');
    expect(world.condition()).to.include({ status: 'Unknown' });
    expect(JSON.stringify(world.status()))
      .to.contain('Container prepare terminated with error')
      .and.not.to.contain(SECRET)
      .and.not.to.contain('user:pass');
  });

  it('withhold all output if they cannot be read, and the Build still fails', async () => {
    const world = fakeWorld();
    world.secrets.read = async () => ({ kind: 'unknown', why: 'get secrets team/git: forbidden' });
    await failed('Failed', world);
    expect(world.condition()).to.include({ status: 'False', reason: 'Failed' });
    expect(JSON.stringify(world.status())).not.to.contain('fatal').and.not.to.contain('said last');
    expect(objectAt(world.status(), 'failure')['log']).to.deep.equal([
      'the log is withheld, because it can contain Secrets that cannot be read: get secrets team/git: forbidden',
    ]);
  });

  it('include those of all volumes of its Pod', async () => {
    const world = fakeWorld();
    const read: (readonly string[])[] = [];
    world.secrets.read = async (_, mounted) => {
      read.push(mounted);
      return { kind: 'unknown', why: 'no' };
    };
    await world.reconcile();
    const pod = world.cluster.get('pods', 'shop-build-pod');
    const volumes = [{ name: 'binding', secret: { secretName: 'of-a-service' } }];
    world.cluster.put('pods', { ...pod, spec: { ...objectAt(pod ?? {}, 'spec'), volumes } } as KubeObject);
    await failed('Failed', world);
    expect(read).to.deep.equal([['of-a-service']]);
  });
});
