import { expect } from 'chai';
import { type KubeObject, kubernetesTime } from '../../../../../src/clients/kube/client/kube-object.ts';
import { KubeError } from '../../../../../src/clients/kube/kube-error.ts';
import { objectAt } from '../../../../support/json-field.ts';
import { rejection } from '../../../../integration/registry/rejection.ts';
import { fakeWorld, NOW, type FakeWorld } from './fake-world.ts';

const CREATE = 'create taskruns shop-build';
const AWAY =
  'failed to create task run pod "shop-build": Internal error occurred: failed calling webhook "namespace.sidecar-injector.istio.io": failed to call webhook: Post "https://istiod.istio-system.svc:443/inject?timeout=10s": dial tcp 10.96.0.9:443: connect: connection refused. Maybe invalid TaskSpec';

/** Writes what Tekton's controller writes if it cannot create the Pod (tektoncd/pipeline, pkg/reconciler/taskrun). */
function podNotCreated({ cluster }: FakeWorld, message: string): void {
  const taskRun = cluster.get('taskruns', 'shop-build') as KubeObject;
  const condition = { type: 'Succeeded', status: 'False', reason: 'PodCreationFailed', message };
  const status = {
    startTime: '2001-09-09T01:46:40Z',
    completionTime: '2001-09-09T01:46:41Z',
    podName: '',
    conditions: [condition],
    taskSpec: objectAt(taskRun, 'spec')['taskSpec'],
  };
  cluster.put('taskruns', { ...taskRun, status } as KubeObject);
}

/** Starts a Build as a TaskRun. */
async function begin(spec: Readonly<Record<string, unknown>> = {}): Promise<FakeWorld> {
  const world = fakeWorld({ backend: 'tekton' }, spec);
  await world.reconcile();
  await world.reconcile();
  return world;
}

function creations({ cluster }: FakeWorld): number {
  return cluster.writes.filter((write) => write === CREATE).length;
}

/** Fails each new TaskRun, until this many seconds have passed. Reconciles every second, or every `step` seconds. */
async function failFor(world: FakeWorld, seconds: number, message = AWAY, step = 1): Promise<void> {
  for (let second = 0; second < seconds; second += step) {
    if (world.cluster.get('taskruns', 'shop-build') !== undefined) podNotCreated(world, message);
    await world.reconcile();
    world.wait(step * 1000);
  }
}

describe('a Build whose TaskRun gets no Pod', () => {
  it('waits with the reason, and creates the TaskRun again', async () => {
    const world = await begin();
    podNotCreated(world, AWAY);
    expect(await world.reconcile()).to.deep.equal({ kind: 'requeue', afterMs: 2000 });
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'Retrying', message: AWAY });
    const uid = world.cluster.get('taskruns', 'shop-build')?.metadata['uid'];
    world.wait(2000);
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'Retrying', message: AWAY });
    await world.reconcile();
    expect(creations(world)).to.equal(2);
    expect(world.cluster.get('taskruns', 'shop-build')?.metadata['uid']).not.to.equal(uid);
    expect(world.status()).not.to.have.property('failure');
  });

  it('fails after a day if it has no time limit', async () => {
    const world = await begin();
    await failFor(world, 10);
    world.wait(86_389_000);
    await failFor(world, 1);
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'Retrying' });
    world.wait(60_000);
    await failFor(world, 60);
    expect(world.condition()).to.include({ status: 'False', reason: 'WorkloadNotCreated' });
  });

  it('fails at its time limit, however often the controller is started again', async () => {
    const world = await begin({ activeDeadlineSeconds: 100 });
    for (let restarts = 0; restarts < 11; restarts += 1) {
      await failFor(world, 9);
      expect(world.condition()).to.include({ status: 'Unknown' });
      world.restart();
    }
    await failFor(world, 10);
    expect(world.condition()).to.include({ status: 'False', reason: 'WorkloadNotCreated' });
    expect(world.status()).not.to.have.property('retryingSince');
  });

  it('has the time of the first try in its status until a Pod runs', async () => {
    const world = await begin();
    const since = kubernetesTime(NOW);
    expect(world.status()).not.to.have.property('retryingSince');
    podNotCreated(world, AWAY);
    await world.reconcile();
    world.wait(2000);
    await world.reconcile();
    await world.reconcile();
    expect(creations(world)).to.equal(2);
    expect(world.status()).to.include({ retryingSince: since });
    const taskRun = world.cluster.get('taskruns', 'shop-build') as KubeObject;
    const running = { type: 'Succeeded', status: 'Unknown', reason: 'Running' };
    const startedAt = '2001-09-09T01:46:45Z';
    const steps = [{ name: 'prepare', container: 'step-prepare', running: { startedAt } }];
    const status = { startTime: startedAt, conditions: [running], steps };
    world.cluster.put('taskruns', { ...taskRun, status } as KubeObject);
    await world.reconcile();
    world.wait(2000);
    await world.reconcile();
    expect(world.status()).not.to.have.property('retryingSince');
  });

  it('tries again less and less often', async () => {
    const world = await begin();
    await failFor(world, 3600, AWAY, 5);
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'Retrying' });
    expect(creations(world)).to.be.within(30, 80);
    expect(world.events.filter((reason) => reason === 'Recreating')).to.have.length(1);
  });

  it("fails at the Build's time limit, with advice about the webhook", async () => {
    const world = await begin({ activeDeadlineSeconds: 100 });
    await failFor(world, 99);
    expect(world.condition()).to.include({ status: 'Unknown' });
    await failFor(world, 60);
    expect(world.condition()).to.include({ status: 'False', reason: 'WorkloadNotCreated' });
    expect(world.condition()?.['message']).to.contain('failed calling webhook');
    expect(objectAt(world.status(), 'failure')['advice']).to.contain('Check the webhook');
  });

  it('waits no longer than the time limit, also if the next try would be later', async () => {
    const world = await begin({ activeDeadlineSeconds: 3 });
    await failFor(world, 2);
    await world.reconcile();
    await world.reconcile();
    expect(creations(world)).to.equal(2);
    podNotCreated(world, AWAY);
    expect(await world.reconcile()).to.deep.equal({ kind: 'requeue', afterMs: 1000 });
    world.wait(1000);
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'False', reason: 'WorkloadNotCreated' });
  });

  it('fails at once if a policy denies the Pod', async () => {
    const world = await begin();
    podNotCreated(world, 'failed to create task run pod "shop-build": admission webhook "a.b" denied the request: no');
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'False', reason: 'WorkloadRejected' });
    expect(objectAt(world.status(), 'failure')['advice']).to.contain('policy').and.not.to.contain('quota');
  });

  it('fails after a minute if the message does not show that the denial can pass', async () => {
    const world = await begin();
    const message = 'failed to create task run pod "shop-build": pods "shop-build-pod" is forbidden: a';
    await failFor(world, 59, message);
    expect(world.condition()).to.include({ status: 'Unknown' });
    await failFor(world, 2, message);
    expect(world.condition()).to.include({ status: 'False', reason: 'WorkloadRejected' });
  });

  it('can be cancelled meanwhile', async () => {
    const world = await begin();
    podNotCreated(world, AWAY);
    await world.reconcile();
    const build = world.cluster.get('builds', 'shop') as KubeObject;
    const metadata = { ...build.metadata, annotations: { 'taskpack.dev/cancel': 'true' } };
    world.cluster.put('builds', { ...build, metadata } as KubeObject);
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'False', reason: 'Cancelled' });
  });
});

describe('a Build whose workload the API server does not create', () => {
  it("fails at the Build's time limit, with the error", async () => {
    const world = fakeWorld({}, { activeDeadlineSeconds: 100 });
    const away = new KubeError('UNAVAILABLE', 'create pods shop-build-pod', 'failed calling webhook "a.b"');
    const fail = async (): Promise<unknown> => {
      world.cluster.failNext('create pods shop-build-pod', away);
      return rejection(world.reconcile());
    };
    expect(await fail()).to.equal(away);
    world.wait(99_000);
    expect(await fail()).to.equal(away);
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'Retrying', message: away.message });
    world.wait(1000);
    expect(await fail()).to.equal(undefined);
    expect(world.condition()).to.include({ status: 'False', reason: 'WorkloadNotCreated' });
    expect(world.condition()?.['message']).to.contain('failed calling webhook');
  });

  it('fails after a day if it has no time limit, however often the controller is started again', async () => {
    const world = fakeWorld();
    const away = new KubeError('UNAVAILABLE', 'create pods shop-build-pod', 'failed calling webhook "a.b"');
    for (let hours = 0; hours < 24; hours += 1) {
      world.cluster.failNext('create pods shop-build-pod', away);
      expect(await rejection(world.reconcile())).to.equal(away);
      world.wait(3_600_000);
      if (hours > 0) world.restart();
    }
    expect(world.condition()).to.include({ status: 'Unknown', reason: 'Retrying' });
    world.wait(3_600_000);
    world.cluster.failNext('create pods shop-build-pod', away);
    await world.reconcile();
    expect(world.condition()).to.include({ status: 'False', reason: 'WorkloadNotCreated' });
  });

  it('counts again after it waited for something else', async () => {
    const world = fakeWorld({}, { activeDeadlineSeconds: 100 });
    const away = new KubeError('UNAVAILABLE', 'create pods shop-build-pod', 'failed calling webhook "a.b"');
    const fail = async (): Promise<unknown> => {
      world.cluster.failNext('create pods shop-build-pod', away);
      return rejection(world.reconcile());
    };
    await fail();
    world.wait(60_000);
    await fail();
    world.cluster.remove('serviceaccounts', 'default');
    await world.reconcile();
    expect(world.status()).not.to.have.property('retryingSince');
    world.cluster.put('serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } });
    world.wait(50_000);
    expect(await fail()).to.equal(away);
  });
});
