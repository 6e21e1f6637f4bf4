import { expect } from 'chai';
import { startInjectors, type Injectors } from '../cluster/injectors/injectors.ts';
import type { Variant } from '../cluster/injectors/variants.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { oneNodeCluster } from '../cluster/node/one-node-cluster.ts';
import { setNativeSidecars } from '../integration/injectors/native-sidecars.ts';
import { endOf } from './running-pod.ts';
import { DUMMY, runTask, type FinishedTask } from './running-task-run.ts';

/** What becomes of a TaskRun and its pod. */
interface Outcome {
  readonly taskRun: 'Succeeded' | 'Running';
  readonly pod: 'Succeeded' | 'Running';
  /** How the proxy and the dummy end; without a word, they do not. */
  readonly proxy?: 'Completed';
  readonly dummy?: 'Completed';
}

type Case = readonly [variant: Variant, proxy: string, withDummy: Outcome, without: Outcome];

const DONE = { taskRun: 'Succeeded', pod: 'Succeeded', proxy: 'Completed' } as const;
const DONE_WITH_DUMMY = { ...DONE, dummy: 'Completed' } as const;
/** The TaskRun waits for what nobody stops. */
const HANGS = { taskRun: 'Running', pod: 'Running' } as const;
const RUNS_ON = { taskRun: 'Succeeded', pod: 'Running' } as const;

const BY_DEFAULT: readonly Case[] = [
  ['istio-classic', 'istio-proxy', DONE_WITH_DUMMY, DONE],
  ['istio-classic-holding-back', 'istio-proxy', DONE_WITH_DUMMY, DONE],
  ['linkerd-classic', 'linkerd-proxy', DONE_WITH_DUMMY, DONE],
  ['holding', 'istio-proxy', DONE_WITH_DUMMY, DONE],
  ['network-gate', 'gate-proxy', DONE_WITH_DUMMY, DONE],
  ['istio-native', 'istio-proxy', DONE_WITH_DUMMY, DONE],
  ['linkerd-native', 'linkerd-proxy', DONE_WITH_DUMMY, DONE],
];

/** `enable-kubernetes-sidecar`. */
const WITH_NATIVE_SIDECARS: readonly Case[] = [
  ['istio-classic', 'istio-proxy', HANGS, RUNS_ON],
  ['linkerd-classic', 'linkerd-proxy', HANGS, RUNS_ON],
  ['istio-native', 'istio-proxy', DONE_WITH_DUMMY, DONE],
  ['linkerd-native', 'linkerd-proxy', DONE_WITH_DUMMY, DONE],
];

/** Seconds to look on after the last step: until all is over, or enough for Tekton and the kubelet to have stopped what they would. */
const PATIENCE = { Succeeded: 120, Running: 20 };

describe('a TaskRun beside an injected proxy, on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let injectors: Injectors;

  before(async function () {
    // The first run builds what the cluster is made of.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    injectors = await startInjectors(cluster, { proxy: BUSYBOX_IMAGE, init: BUSYBOX_IMAGE });
  });

  after(() => injectors.stop());

  describe('by default', () => {
    outcomes('tasks', BY_DEFAULT);
  });

  describe('with enable-kubernetes-sidecar', () => {
    before(() => setNativeSidecars(cluster, true));
    after(() => setNativeSidecars(cluster, false));
    outcomes('native-tasks', WITH_NATIVE_SIDECARS);
  });

  function outcomes(prefix: string, cases: readonly Case[]): void {
    const runs = new Map<string, Promise<FinishedTask>>();

    before(async () => {
      for (const [variant, , withDummy, without] of cases) {
        const namespace = `${prefix}-${variant}`;
        await injectors.createNamespace(variant, namespace);
        for (const hasDummy of [true, false]) {
          const seconds = PATIENCE[(hasDummy ? withDummy : without).pod];
          const run = runTask(cluster.client, { namespace, hasDummy, seconds });
          // It is the test's to fail.
          run.catch(() => undefined);
          runs.set(key(variant, hasDummy), run);
        }
      }
    });

    for (const [variant, proxy, withDummy, without] of cases) {
      for (const hasDummy of [true, false]) {
        const expected = hasDummy ? withDummy : without;
        it(`${key(variant, hasDummy)}: TaskRun ${expected.taskRun}, pod ${expected.pod}`, async () => {
          const run = await runs.get(key(variant, hasDummy));
          if (run === undefined) throw new Error('there is no such run');
          expect(outcomeOf(run, proxy)).to.deep.equal(expected);
        });
      }
    }

    after('what it took', async () => {
      for (const [name, run] of runs) console.log(`  ${name.padEnd(42)} ${durations(await run)}`);
    });
  }
});

function key(variant: Variant, hasDummy: boolean): string {
  return `${variant} ${hasDummy ? 'with' : 'without'} dummy`;
}

function outcomeOf({ reason, pod }: FinishedTask, proxy: string): object {
  const proxyEnd = endOf(pod, proxy)?.reason;
  const dummyEnd = endOf(pod, `sidecar-${DUMMY}`)?.reason;
  return {
    taskRun: reason,
    pod: pod.phase,
    ...(proxyEnd !== undefined && { proxy: proxyEnd }),
    ...(dummyEnd !== undefined && { dummy: dummyEnd }),
  };
}

function durations({ succeededAfter, podEndedAfter }: FinishedTask): string {
  return `success: ${inSeconds(succeededAfter)}, end of the pod: ${inSeconds(podEndedAfter)}`;
}

function inSeconds(value: number | undefined): string {
  return value === undefined ? 'never' : `after ${value.toFixed(1)} s`;
}
