import { expect } from 'chai';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { objectAt } from '../../../../support/json-field.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { fakeWorld, NOW, type FakeWorld } from './fake-world.ts';

const STARTED = { startTime: new Date(NOW).toISOString() };
const RUNNING = { running: { startedAt: STARTED.startTime } };

function ended(exitCode: number, reason = exitCode === 0 ? 'Completed' : 'Error'): JsonObject {
  return { terminated: { exitCode, reason } };
}

/** Makes the Build fail with its Pod. */
async function failedByPod(states: Readonly<Record<string, JsonObject>>): Promise<FakeWorld> {
  const world = fakeWorld();
  await world.reconcile();
  podStatus(world, states);
  world.wait(1000);
  await world.reconcile();
  return world;
}

/** Writes how the init containers of the Pod terminated, as the kubelet does. */
function podStatus(world: FakeWorld, states: Readonly<Record<string, JsonObject>>): void {
  const initContainerStatuses = Object.entries(states).map(([name, state]) => ({ name, state }));
  world.podStatus({ ...STARTED, phase: 'Failed', initContainerStatuses });
}

/** Writes the progress of the TaskRun, as Tekton does. */
function taskRunStatus(world: FakeWorld, condition: JsonObject, states: Readonly<Record<string, JsonObject>>): void {
  const taskRun = world.cluster.get('taskruns', 'shop-build');
  const steps = Object.entries(states).map(([name, state]) => ({ name, ...state }));
  const conditions = [{ type: 'Succeeded', ...condition }];
  world.cluster.put('taskruns', {
    ...taskRun,
    status: { ...STARTED, podName: 'its-pod', conditions, steps },
  } as unknown as KubeObject);
  world.wait(1000);
}

/** Cancels a Build whose TaskRun has this progress. */
async function cancelled(states: Readonly<Record<string, JsonObject>>): Promise<FakeWorld> {
  const world = fakeWorld({ backend: 'tekton' });
  await world.reconcile();
  const build = world.cluster.get('builds', 'shop');
  const metadata = { ...build?.metadata, annotations: { 'taskpack.dev/cancel': '' } };
  world.cluster.put('builds', { ...build, metadata } as unknown as KubeObject);
  taskRunStatus(world, { status: 'Unknown' }, states);
  return world;
}

function logOf(world: FakeWorld): unknown {
  return objectAt(world.status(), 'failure')['log'];
}

describe('the last log lines of a Build', () => {
  it('are those of the failed container, with the command for the rest', async () => {
    const world = await failedByPod({ prepare: ended(0), analyze: ended(0), detect: ended(20) });
    expect(world.tails).to.deep.equal(['shop-build-pod detect']);
    expect(world.condition()?.['message']).to.contain('`kubectl logs -n team shop-build-pod -c detect`');
    expect(logOf(world)).to.deep.equal(['what was said last', '***']);
  });

  it('are empty for a container that did not start', async () => {
    const world = await failedByPod({ prepare: ended(0), analyze: ended(128, 'StartError') });
    expect(world.condition()).to.include({ status: 'False', reason: 'PhaseNotStarted' });
    expect(world.tails).to.deep.equal([]);
    expect(objectAt(world.status(), 'failure')).not.to.have.any.keys('log');
  });

  it('are those of the failed step', async () => {
    const world = fakeWorld({ backend: 'tekton' });
    await world.reconcile();
    taskRunStatus(world, { status: 'False', reason: 'Failed' }, { prepare: ended(0), analyze: ended(1) });
    await world.reconcile();
    expect(world.tails).to.deep.equal(['its-pod step-analyze']);
    expect(world.condition()?.['message']).to.contain('`kubectl logs -n team its-pod -c step-analyze`');
    expect(world.status()).to.include({ backend: 'tekton', taskRunName: 'shop-build', podName: 'its-pod' });
  });

  for (const backend of ['native', 'tekton'] as const) {
    for (const memory of ['128Mi', 134217728]) {
      it(`show that the phase ran out of memory, with the Build's limit: ${backend}, ${memory}`, async () => {
        const world = fakeWorld({ backend }, { resources: { limits: { memory } } });
        const container = backend === 'native' ? 'build' : 'step-build';
        world.said.set(container, ['Killed', 'ERROR: failed to build: exit status 137']);
        await world.reconcile();
        const states = Object.fromEntries(
          ['prepare', 'analyze', 'detect', 'restore', 'build'].map((name) => [name, ended(name === 'build' ? 51 : 0)]),
        );
        if (backend === 'tekton') taskRunStatus(world, { status: 'False', reason: 'Failed' }, states);
        else podStatus(world, states);
        await world.reconcile();
        expect(world.condition()).to.include({ status: 'False', reason: 'OutOfMemory' });
        expect(world.condition()?.['message']).to.contain(`ran out of memory (limit ${memory}), probably`);
        expect(objectAt(world.status(), 'failure')).to.include({ actor: 'user', phase: 'build', exitCode: 51 });
      });
    }
  }

  it('are those of the last step that printed anything, even if Tekton still reports earlier steps as running', async () => {
    const world = await cancelled({ prepare: RUNNING, analyze: RUNNING, detect: RUNNING, restore: RUNNING });
    expect(world.tails).to.have.length(0);
    world.said.set('step-analyze', ['half of it']).set('step-detect', []).set('step-restore', []);
    await world.reconcile();
    taskRunStatus(world, { status: 'False', reason: 'TaskRunCancelled' }, { prepare: ended(1) });
    await world.reconcile();
    expect(logOf(world)).to.deep.equal(['half of it']);
  });

  it('are saved before Tekton deletes the Pod, and not read again', async () => {
    const world = await cancelled({ prepare: ended(0), analyze: RUNNING });
    await world.reconcile();
    expect(world.tails).to.deep.equal(['its-pod step-analyze']);
    const spec = objectAt(world.cluster.get('taskruns', 'shop-build') ?? {}, 'spec');
    expect(spec).to.include({ status: 'TaskRunCancelled' });
    taskRunStatus(world, { status: 'False', reason: 'TaskRunCancelled' }, { prepare: ended(0), analyze: ended(1) });
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'False', reason: 'Cancelled' });
    expect(logOf(world)).to.deep.equal(['what was said last', '***']);
    expect(world.tails).to.have.length(1);
  });
});
