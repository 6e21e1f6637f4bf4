import { expect } from 'chai';
import { once } from 'node:events';
import type { ControllerSettings } from '../../../../src/core/settings/controller-settings.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { until } from '../../../cluster/processes/until.ts';
import { stride } from '../../../support/matrix.ts';
import { sideBySide } from '../../../support/side-by-side.ts';
import { expectNothingNew } from '../second-look.ts';
import { buildBed, succeeded, type BuildBed } from './build-bed.ts';
import { ended, nodeOf, runs, type PodNode } from './pod-node.ts';
import { runBuilds, type RunningBuilds, type RunningBuildsOptions } from './running-builds.ts';
import { OUTCOME, SOME_REGISTRY, STEP_OUTCOME } from './some-registry.ts';

/** Each way has a namespace of its own, because controllers reconcile all Builds of their namespace. */
const NAMESPACE = 'crashed-builds';

/** The ways whose controller dies after each write. Without the whole matrix, others die after every fourth. */
const EACH_WRITE: readonly string[] = ['containers', 'tekton'];

/** No Build needs more writes than this, even if its controller sees each state of two Pods. */
const MAX_WRITES = 48;

interface Way {
  readonly name: string;
  readonly settings: Partial<ControllerSettings>;
  /** The actions of the Pod's node and of the user. */
  readonly play: (bed: BuildBed, name: string, node: () => Promise<PodNode>) => Promise<void>;
  readonly workload: 'pods' | 'taskruns';
  readonly workloads: number;
  readonly ends: 'True' | 'False';
}

const NATIVE = { backend: 'native' } as const;
const TEKTON = { backend: 'tekton' } as const;
const CONTAINERS = { backend: 'native', injectedSidecars: 'true' } as const;

const WAYS: readonly Way[] = [
  { name: 'containers', settings: CONTAINERS, play: runsWith(OUTCOME), workload: 'pods', workloads: 1, ends: 'True' },
  { name: 'init', settings: NATIVE, play: runsWith(OUTCOME), workload: 'pods', workloads: 1, ends: 'True' },
  { name: 'tekton', settings: TEKTON, play: runsWith(STEP_OUTCOME), workload: 'taskruns', workloads: 1, ends: 'True' },
  { name: 'failing', settings: NATIVE, play: fails, workload: 'pods', workloads: 1, ends: 'False' },
  { name: 'cancelled', settings: NATIVE, play: isCancelled, workload: 'pods', workloads: 1, ends: 'False' },
  { name: 'recreated', settings: CONTAINERS, play: isRecreated, workload: 'pods', workloads: 2, ends: 'True' },
];

/** Writes about a phase differ only in its name, so the phases end together. */
function runsWith(outcome: string): Way['play'] {
  return async (_, __, node) => {
    const its = await node();
    await its.accept();
    if ((await its.pod()).spec.containers.length > 1) await its.start();
    await its.finish(outcome);
  };
}

async function fails(_: BuildBed, __: string, node: () => Promise<PodNode>): Promise<void> {
  const its = await node();
  await its.accept();
  await its.set({ prepare: ended(0), analyze: ended(0), detect: ended(20) }, { phase: 'Failed' });
}

async function isCancelled(bed: BuildBed, name: string, node: () => Promise<PodNode>): Promise<void> {
  const its = await node();
  await its.accept();
  await its.set({ prepare: runs() });
  await bed.annotate(name, { 'taskpack.dev/cancel': 'true' });
  await until('it is stopped', async () => (await its.pod()).spec.activeDeadlineSeconds);
  await its.set({ prepare: ended(137) }, { phase: 'Failed', reason: 'DeadlineExceeded' });
}

/** Simulates a first Pod in which prepare's hook did not copy the waiter. */
async function isRecreated(bed: BuildBed, name: string, node: () => Promise<PodNode>): Promise<void> {
  const its = await node();
  const { uid } = (await its.pod()).metadata;
  await its.accept();
  const neverStarted = ended(128, { reason: 'StartError' });
  const others = ['analyze', 'detect', 'restore', 'build', 'export', 'completion'];
  await its.set({ prepare: ended(137), ...Object.fromEntries(others.map((phase) => [phase, neverStarted])) });
  await until('another Pod', async () => ((await its.pod()).metadata.uid === uid ? undefined : true));
  await runsWith(OUTCOME)(bed, name, node);
}

// Known bugs: second-workload-after-restart, buildpacks-community/kpack#216.
describe('Builds whose controller is killed', function () {
  this.timeout(600_000);
  let cluster: Cluster;
  const running: RunningBuilds[] = [];
  const run = async ({ namespace }: BuildBed, options: Pick<RunningBuildsOptions, 'settings' | 'diesAfter'>) => {
    const builds = await runBuilds({
      kubeconfig: cluster.kubeconfig,
      namespace,
      registry: SOME_REGISTRY,
      ...options,
    });
    running.push(builds);
    return builds;
  };

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
  });
  after(async () => {
    await Promise.all(running.map(async ({ stop }) => stop()));
  });

  /** Runs a Build whose controller dies at a write, and then another controller. Returns whether that write happened. */
  const survives = async (bed: BuildBed, way: Way, write: number): Promise<boolean> => {
    const { settings, workload, workloads, ends } = way;
    const name = `${way.name}-${write}`;
    const death = new AbortController();
    const died = once(death.signal, 'abort').then(() => 'died' as const);
    const diesAfter = (_: string, count: number): boolean => {
      if (count === write) death.abort();
      return count === write;
    };
    const first = await run(bed, { settings, diesAfter });
    await bed.create(name);
    const playing = way.play(bed, name, async () => nodeOf(cluster.client, bed.namespace, `${name}-build-pod`));
    const end = await Promise.race([died, bed.end(name)]);
    await first.stop();
    const second = end === 'died' ? await run(bed, { settings }) : undefined;
    await playing;
    const status = await bed.end(name);
    if (second !== undefined) await expectNothingNew(second);
    await second?.stop();
    expect(succeeded(status), `after write ${write}`).to.include({ status: ends });
    const made = [...first.writes, ...(second?.writes ?? [])].filter((one) => one.startsWith(`create ${workload} `));
    expect(made, `after write ${write}`).to.have.length(workloads);
    return end === 'died';
  };

  const survivesEachWrite = async (way: Way): Promise<void> => {
    const bed = await buildBed(cluster, `${NAMESPACE}-${way.name}`);
    const step = EACH_WRITE.includes(way.name) ? 1 : stride(1, 4);
    let write = 1;
    while (write < MAX_WRITES && (await survives(bed, way, write))) write += step;
    expect(write).to.be.within(5, MAX_WRITES - 1);
  };

  const getOneWorkloadFromTwo = async (): Promise<void> => {
    const bed = await buildBed(cluster, `${NAMESPACE}-two`);
    const settings = { backend: 'native', injectedSidecars: 'true' } as const;
    const controllers = await Promise.all([run(bed, { settings }), run(bed, { settings })]);
    const names = ['two-a', 'two-b', 'two-c', 'two-d'];
    await Promise.all(names.map(async (name) => bed.create(name)));
    await Promise.all(
      names.map(async (name) =>
        runsWith(OUTCOME)(bed, name, async () => nodeOf(cluster.client, bed.namespace, `${name}-build-pod`)),
      ),
    );
    for (const name of names) expect(succeeded(await bed.end(name))).to.include({ status: 'True' });
    const made = controllers.flatMap(({ writes }) => writes).filter((write) => write.startsWith('create pods two-'));
    expect(made.toSorted()).to.deep.equal(names.map((name) => `create pods ${name}-build-pod`));
  };

  sideBySide(
    {
      ...Object.fromEntries(
        WAYS.map((way) => [
          `after one of its writes finish with exactly one workload: ${way.name}`,
          async () => survivesEachWrite(way),
        ]),
      ),
      'get one workload from two controllers that both believe to be the leader': getOneWorkloadFromTwo,
    },
    { atOnce: 3 },
  );
});
