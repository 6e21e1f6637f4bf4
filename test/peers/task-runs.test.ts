import { expect } from 'chai';
import { isOlderVersion } from '../../src/core/model/version.ts';
import { startInjectors, type Injectors } from '../cluster/injectors/injectors.ts';
import type { Variant } from '../cluster/injectors/variants.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { oneNodeCluster } from '../cluster/node/one-node-cluster.ts';
import { tektonOfEnvironment } from '../cluster/tekton/version.ts';
import { setNativeSidecars } from '../integration/injectors/native-sidecars.ts';
import { endOf } from '../e2e/running-pod.ts';
import { DUMMY, runTask, type FinishedTask } from '../e2e/running-task-run.ts';

/** The final state of a TaskRun and its Pod. */
interface Outcome {
  readonly taskRun: 'Succeeded' | 'Running' | 'TaskRunStopSidecarFailed';
  readonly pod: 'Succeeded' | 'Failed' | 'Running';
  /** The ends of the proxy and the dummy. Undefined if the container keeps running. */
  readonly proxy?: 'Completed' | 'Error';
  readonly dummy?: 'Completed';
}

/** The possible outcomes of a race. */
type Outcomes = readonly [Outcome, ...Outcome[]];

type Case = readonly [variant: Variant, proxy: string, withDummy: Outcomes, without: Outcomes];

const SUCCEEDED = { taskRun: 'Succeeded', pod: 'Succeeded', proxy: 'Completed' } as const;
const KILLED = { taskRun: 'Succeeded', pod: 'Failed', proxy: 'Error' } as const;
const DUMMY_TOO = { dummy: 'Completed' } as const;

const DONE: Outcomes = [SUCCEEDED];
const DONE_WITH_DUMMY: Outcomes = [{ ...SUCCEEDED, ...DUMMY_TOO }];
/**
 * The outcomes for a proxy with a hook that holds back the other containers. Tekton's nop image replaces the proxy's
 * image and has no shell for the hook. The kubelet kills the container (FailedPostStartHook) unless it has ended by
 * then. At that time the TaskRun has succeeded.
 */
const DONE_OR_KILLED: Outcomes = [SUCCEEDED, KILLED];
const DONE_OR_KILLED_WITH_DUMMY: Outcomes = [
  { ...SUCCEEDED, ...DUMMY_TOO },
  { ...KILLED, ...DUMMY_TOO },
];
/** The TaskRun waits for a container that neither Tekton nor the kubelet stops. */
const HANGS: Outcomes = [{ taskRun: 'Running', pod: 'Running' }];
const RUNS_ON: Outcomes = [{ taskRun: 'Succeeded', pod: 'Running' }];

const TEKTON = tektonOfEnvironment(process.env);

/** Older versions stop sidecars only if the task declares one that still runs (pkg/reconciler/taskrun, stopSidecars). */
const STOPS_EVERY_SIDECAR = !isOlderVersion(TEKTON, '0.47.0');
const HAS_NATIVE_SIDECARS = !isOlderVersion(TEKTON, '0.62.0');

/**
 * Older versions stop a sidecar by an update of the Pod without the fields of native sidecars, which they do not know. The API server
 * refuses it, so the dummy keeps running (pkg/pod/entrypoint.go, StopSidecars; k8s.io/api before 0.28).
 */
const KEEPS_NATIVE_SIDECARS = !isOlderVersion(TEKTON, '0.59.0');
const DUMMY_RUNS_ON: Outcomes = [{ taskRun: 'TaskRunStopSidecarFailed', pod: 'Running' }];

/** Returns the outcomes for a classic proxy in a TaskRun that declares no sidecar. */
function undeclared(outcomes: Outcomes): Outcomes {
  return STOPS_EVERY_SIDECAR ? outcomes : RUNS_ON;
}

const BY_DEFAULT: readonly Case[] = [
  ['istio-classic', 'istio-proxy', DONE_WITH_DUMMY, undeclared(DONE)],
  ['istio-classic-holding-back', 'istio-proxy', DONE_OR_KILLED_WITH_DUMMY, undeclared(DONE_OR_KILLED)],
  ['linkerd-classic', 'linkerd-proxy', DONE_OR_KILLED_WITH_DUMMY, undeclared(DONE_OR_KILLED)],
  ['holding', 'istio-proxy', DONE_WITH_DUMMY, undeclared(DONE)],
  ['network-gate', 'gate-proxy', DONE_WITH_DUMMY, undeclared(DONE)],
  ['istio-native', 'istio-proxy', KEEPS_NATIVE_SIDECARS ? DONE_WITH_DUMMY : DUMMY_RUNS_ON, DONE],
  ['linkerd-native', 'linkerd-proxy', KEEPS_NATIVE_SIDECARS ? DONE_WITH_DUMMY : DUMMY_RUNS_ON, DONE],
];

/** From 1.4 on, a TaskRun is complete only if its init containers have ended, too (pkg/pod/status.go). */
const AWAITS_DUMMY = !isOlderVersion(TEKTON, '1.4.0');
const WITH_NATIVE_DUMMY = AWAITS_DUMMY ? HANGS : RUNS_ON;

/** The cases with the feature flag `enable-kubernetes-sidecar`. */
const WITH_NATIVE_SIDECARS: readonly Case[] = [
  ['istio-classic', 'istio-proxy', WITH_NATIVE_DUMMY, RUNS_ON],
  ['linkerd-classic', 'linkerd-proxy', WITH_NATIVE_DUMMY, RUNS_ON],
  ['istio-native', 'istio-proxy', DONE_WITH_DUMMY, DONE],
  ['linkerd-native', 'linkerd-proxy', DONE_WITH_DUMMY, DONE],
];

/**
 * Seconds to observe after the last step: until all containers end, or long enough for Tekton and the kubelet to stop
 * containers.
 */
const LIMIT_SECONDS = { Succeeded: 120, Failed: 120, Running: 20 };

// Known bug: tektoncd/pipeline#4731.
describe(`a TaskRun of Tekton ${TEKTON} beside an injected proxy, on the node`, function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let injectors: Injectors;

  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    injectors = await startInjectors(cluster, { proxy: BUSYBOX_IMAGE, init: BUSYBOX_IMAGE });
  });

  after(() => injectors.stop());

  describe('by default', () => {
    outcomes('tasks', BY_DEFAULT);
  });

  if (HAS_NATIVE_SIDECARS)
    describe('with enable-kubernetes-sidecar, and without the controller, which stops such Pods', () => {
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
          const seconds = LIMIT_SECONDS[(hasDummy ? withDummy : without)[0].pod];
          const run = runTask(cluster.client, { namespace, hasDummy, seconds });
          // The test below reports the rejection.
          run.catch(() => undefined);
          runs.set(key(variant, hasDummy), run);
        }
      }
    });

    for (const [variant, proxy, withDummy, without] of cases) {
      for (const hasDummy of [true, false]) {
        const expected = hasDummy ? withDummy : without;
        it(`${key(variant, hasDummy)}: TaskRun ${expected[0].taskRun}, Pod ${podsOf(expected)}`, async () => {
          const run = await runs.get(key(variant, hasDummy));
          if (run === undefined) throw new Error('there is no such run');
          expect(expected).to.deep.include(outcomeOf(run, proxy));
        });
      }
    }

    after('prints the durations', async () => {
      for (const [name, run] of runs) console.log(`  ${name.padEnd(42)} ${durations(await run)}`);
    });
  }
});

function key(variant: Variant, hasDummy: boolean): string {
  return `${variant} ${hasDummy ? 'with' : 'without'} dummy`;
}

function podsOf(outcomes: Outcomes): string {
  return outcomes.map(({ pod }) => pod).join(' or ');
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
