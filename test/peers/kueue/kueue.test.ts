import { expect } from 'chai';
import type { Cluster } from '../../cluster/cluster.ts';
import { startKueue, type Kueue } from '../../cluster/kueue/start-kueue.ts';
import { until } from '../../cluster/processes/until.ts';
import { buildBed, succeeded, type BuildBed } from '../../integration/controllers/builds/build-bed.ts';
import { nodeOf } from '../../integration/controllers/builds/pod-node.ts';
import { runBuilds, type RunningBuilds } from '../../integration/controllers/builds/running-builds.ts';
import { OUTCOME, SOME_REGISTRY } from '../../integration/controllers/builds/some-registry.ts';
import { kpackCluster } from '../../integration/crds/kpack-cluster.ts';

const NAMESPACE = 'kueue-builds';
const KUEUE = 'kueue.x-k8s.io/v1beta1';
const LABELS = { queue: 'kueue.x-k8s.io/queue-name', priority: 'kueue.x-k8s.io/priority-class' };

interface Pod {
  readonly metadata: { readonly uid: string };
  readonly spec: { readonly schedulingGates?: readonly object[] };
}

// The queue has room for one Pod.
describe("Builds in Kueue's queues", function () {
  this.timeout(300_000);
  let cluster: Cluster;
  let kueue: Kueue;
  let bed: BuildBed;
  let builds: RunningBuilds | undefined;

  const create = async (name: string, priority: 'low' | 'high', spec: object = {}): Promise<void> => {
    await bed.create(name, { ...spec }, { labels: { [LABELS.queue]: 'builds', [LABELS.priority]: priority } });
  };
  const podOf = async (build: string): Promise<Pod> =>
    (await cluster.client.send('GET', `/api/v1/namespaces/${NAMESPACE}/pods/${build}-build-pod`)) as Pod;
  const pod = async (build: string, state: 'gated' | 'admitted'): Promise<Pod> =>
    until(
      `the Pod of ${build} is ${state}`,
      async () => {
        const found = await podOf(build);
        return isGated(found) === (state === 'gated') ? found : undefined;
      },
      { seconds: 90 },
    );
  const finish = async (build: string): Promise<void> => {
    const node = await nodeOf(cluster.client, NAMESPACE, `${build}-build-pod`);
    await node.accept();
    await node.runAll(OUTCOME);
    expect(succeeded(await bed.end(build))).to.include({ status: 'True' });
  };
  const runOn = async (backend: 'native' | 'tekton'): Promise<void> => {
    const settings = { backend, startDeadlineSeconds: 2 };
    builds = await runBuilds({
      kubeconfig: cluster.kubeconfig,
      namespace: NAMESPACE,
      registry: SOME_REGISTRY,
      settings,
    });
  };
  const put = async (kind: string, plural: string, name: string, fields: object): Promise<void> => {
    await cluster.client.send('POST', `/apis/${KUEUE}/${plural}`, {
      apiVersion: KUEUE,
      kind,
      metadata: { name },
      ...fields,
    });
  };

  before(async function () {
    this.timeout(3_600_000);
    cluster = await kpackCluster();
    kueue = await startKueue(cluster, [NAMESPACE]);
    bed = await buildBed(cluster, NAMESPACE);
    await put('WorkloadPriorityClass', 'workloadpriorityclasses', 'low', { value: 1 });
    await put('WorkloadPriorityClass', 'workloadpriorityclasses', 'high', { value: 9 });
    await put('ResourceFlavor', 'resourceflavors', 'any', {});
    const resources = [{ name: 'pods', nominalQuota: 1 }];
    await put('ClusterQueue', 'clusterqueues', 'one', {
      spec: {
        namespaceSelector: {},
        preemption: { withinClusterQueue: 'LowerPriority' },
        resourceGroups: [{ coveredResources: ['pods'], flavors: [{ name: 'any', resources }] }],
      },
    });
    await put('LocalQueue', `namespaces/${NAMESPACE}/localqueues`, 'builds', { spec: { clusterQueue: 'one' } });
  });
  afterEach(async () => {
    await builds?.stop();
    builds = undefined;
  });
  after(async () => {
    await kueue?.stop();
    await cluster?.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  });

  it('wait as Pods for room, longer than the start deadline, and say so', async () => {
    await runOn('native');
    await create('first', 'low');
    await pod('first', 'admitted');
    await create('second', 'low');
    await pod('second', 'gated');
    await bed.reaches('second', 'waits', (status) => succeeded(status)?.reason === 'SchedulingGated');
    // The start deadline, which has to pass, is two seconds.
    const createdAt = Date.now();
    await until('the start deadline', async () => (Date.now() - createdAt > 4_000 ? true : undefined));
    await builds?.again();
    expect(succeeded(await bed.status('second'))).to.include({ status: 'Unknown', reason: 'SchedulingGated' });
    await finish('first');
    await pod('second', 'admitted');
    await finish('second');
  });

  it('end as WorkloadDeleted if Kueue needs the room of their Pod', async () => {
    await runOn('native');
    await create('preempted', 'low');
    await pod('preempted', 'admitted');
    await create('urgent', 'high');
    expect((await bed.end('preempted')).failure).to.include({ reason: 'WorkloadDeleted' });
    await pod('urgent', 'admitted');
    await finish('urgent');
  });

  it('wait again as TaskRuns if Kueue needs the room of a Pod that has not started', async () => {
    await runOn('tekton');
    await create('task', 'low');
    const { uid } = (await pod('task', 'admitted')).metadata;
    await create('urgent-task', 'high');
    await pod('urgent-task', 'admitted');
    const again = await until(
      'another Pod waits',
      async () => {
        const found = await podOf('task');
        return found.metadata.uid !== uid && isGated(found) ? found : undefined;
      },
      { seconds: 90 },
    );
    expect(again.metadata.uid).not.to.equal(uid);
    expect(succeeded(await bed.status('task'))).to.include({ status: 'Unknown' });
    for (const build of ['task', 'urgent-task']) await bed.delete(build);
  });

  it('spend the time limit of a TaskRun in the queue', async () => {
    await runOn('tekton');
    await create('holds', 'high');
    await pod('holds', 'admitted');
    await create('late', 'low', { activeDeadlineSeconds: 5 });
    expect((await bed.end('late')).failure).to.include({ reason: 'TimedOut' });
    for (const build of ['holds', 'late']) await bed.delete(build);
  });
});

function isGated({ spec }: Pod): boolean {
  return (spec.schedulingGates ?? []).length > 0;
}
