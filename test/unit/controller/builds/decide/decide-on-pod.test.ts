import { expect } from 'chai';
import { decide } from '../../../../../src/controller/builds/decide/decide.ts';
import type { ControllerSettings } from '../../../../../src/core/settings/controller-settings.ts';
import type { Observation, ObservedPod } from '../../../../../src/controller/builds/observe/observation.ts';
import type {
  BuildProgress,
  ContainerProgress,
  ForeignContainer,
} from '../../../../../src/core/model/build-progress.ts';
import type { Terminated } from '../../../../../src/core/model/container-state.ts';
import { ended, SIDECAR, SKIPPED, someProgress, type SomePhase, type SomeProgress } from '../some-progress.ts';
import { frozen, SETTINGS, someObservation, somePod } from './some-observation.ts';

interface Row {
  readonly of: string;
  readonly pod: Partial<ObservedPod>;
  readonly world?: Partial<Observation>;
  readonly settings?: Partial<ControllerSettings>;
  /** The seconds for which this process has observed everything. */
  readonly at?: number;
  /** The expected decision, without the workload and its progress. */
  readonly decision: Readonly<Record<string, unknown>>;
}

const RUNNING: SomePhase = { progress: { kind: 'running' } };
const GOOD = ended(0);
const ALL_GOOD = {
  prepare: GOOD,
  analyze: GOOD,
  detect: GOOD,
  restore: GOOD,
  build: GOOD,
  export: GOOD,
  completion: GOOD,
};
const ALL_RUN = {
  prepare: RUNNING,
  analyze: RUNNING,
  detect: RUNNING,
  restore: RUNNING,
  build: RUNNING,
  export: RUNNING,
  completion: RUNNING,
};
const SIGNALLED = ended(143);
const ALL_SIGNALLED = {
  prepare: SIGNALLED,
  analyze: SIGNALLED,
  detect: SIGNALLED,
  restore: SIGNALLED,
  build: SIGNALLED,
  export: SIGNALLED,
  completion: SIGNALLED,
};
const ALL_SKIPPED = { restore: SKIPPED, build: SKIPPED, export: SKIPPED, completion: SKIPPED };
const UNREADY: ForeignContainer = { ...SIDECAR, isReady: false };
const STOPPED_SIDECAR: ForeignContainer & Terminated = {
  ...(SIDECAR as ForeignContainer & ContainerProgress),
  kind: 'terminated',
  exitCode: 0,
  isReady: false,
};
const BACKING_OFF: ForeignContainer = {
  container: 'istio-proxy',
  kind: 'waiting',
  reason: 'CrashLoopBackOff',
  role: 'sidecar',
  isReady: false,
};
const NATIVE: ForeignContainer = { ...SIDECAR, role: 'native-sidecar' };

function running(some: Omit<SomeProgress, 'state'> = {}): BuildProgress {
  return someProgress({ state: { kind: 'running' }, phases: ALL_RUN, ...some });
}

function failed(some: Omit<SomeProgress, 'state'>, reason?: string): BuildProgress {
  return someProgress({ state: { kind: 'failed', ...(reason !== undefined && { reason }) }, ...some });
}

const NEVER_STARTED = ended(128, { reason: 'StartError' });
const WITHOUT_WAITER = {
  prepare: ended(137),
  analyze: NEVER_STARTED,
  detect: NEVER_STARTED,
  restore: NEVER_STARTED,
  build: NEVER_STARTED,
  export: NEVER_STARTED,
  completion: NEVER_STARTED,
};

/** The progress of a debugged Build, which has no phase that pushes. */
function debugged(progress: BuildProgress): BuildProgress {
  return { ...progress, phases: progress.phases.slice(0, -2) };
}

const ENDS: readonly Row[] = [
  {
    of: 'a debugged Pod whose phases succeeded while a sidecar still runs',
    pod: { progress: debugged(running({ phases: ALL_GOOD, foreign: [SIDECAR] })) },
    decision: { kind: 'stop' },
  },
  {
    of: 'a debugged Pod whose phases succeeded',
    pod: { progress: debugged(someProgress({ state: { kind: 'succeeded' }, phases: ALL_GOOD })) },
    decision: { kind: 'succeed' },
  },
  {
    of: 'a Pod that succeeded',
    pod: { progress: someProgress({ state: { kind: 'succeeded' }, phases: ALL_GOOD }) },
    decision: { kind: 'succeed' },
  },
  {
    of: 'a Pod whose phases succeeded while a sidecar still runs',
    pod: { progress: running({ phases: ALL_GOOD, foreign: [SIDECAR] }) },
    decision: { kind: 'stop' },
  },
  {
    of: 'a stopped Pod whose phases succeeded while a sidecar still runs',
    pod: { progress: running({ phases: ALL_GOOD, foreign: [SIDECAR] }), stop: { log: [] } },
    decision: { kind: 'succeed' },
  },
  {
    of: 'a Pod whose phases succeeded beside a native sidecar, which the kubelet stops',
    pod: { progress: running({ phases: ALL_GOOD, foreign: [NATIVE] }) },
    decision: { kind: 'succeed' },
  },
  {
    of: 'a Pod that succeeded before it was cancelled',
    pod: { progress: running({ phases: ALL_GOOD }) },
    world: { isCancelled: true },
    decision: { kind: 'succeed' },
  },
  {
    of: 'a Pod whose completion succeeded while the kubelet still reports export as running',
    pod: { progress: running({ phases: { ...ALL_GOOD, export: RUNNING } }) },
    world: { isCancelled: true },
    decision: { kind: 'report', requeueAfterMs: 10_000 },
  },
  {
    of: 'a Pod whose completion succeeded if the kubelet never reports the end of export',
    pod: { progress: running({ phases: { ...ALL_GOOD, export: RUNNING }, foreign: [SIDECAR] }) },
    at: 10,
    decision: { kind: 'stop' },
  },
  {
    of: 'a Pod that succeeded, although the kubelet does not report the end of export',
    pod: { progress: someProgress({ state: { kind: 'succeeded' }, phases: { ...ALL_GOOD, export: RUNNING } }) },
    decision: { kind: 'succeed' },
  },
  {
    of: 'a Pod that failed',
    pod: { progress: failed({ phases: { prepare: ended(3) } }), kind: 'pod-init' },
    world: { timeLimitSeconds: 77 },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'prepare' } },
  },
  {
    of: 'a Pod that exceeded its time limit',
    pod: { progress: failed({ phases: { prepare: GOOD } }, 'DeadlineExceeded'), kind: 'pod-init' },
    world: { timeLimitSeconds: 77 },
    decision: { kind: 'fail', cause: { kind: 'timed-out', seconds: 77, phase: 'analyze' } },
  },
  {
    of: 'a Pod that the controller stopped for a cause',
    pod: {
      progress: failed({ phases: { prepare: ended(143) } }, 'DeadlineExceeded'),
      stop: { cause: { kind: 'cancelled' }, log: [] },
    },
    decision: { kind: 'fail', cause: { kind: 'cancelled' } },
  },
];

const CANCELS: readonly Row[] = [
  {
    of: 'a running Pod of a cancelled Build',
    pod: { progress: running() },
    world: { isCancelled: true },
    decision: { kind: 'stop', cause: { kind: 'cancelled' } },
  },
  {
    of: 'an unscheduled Pod of a cancelled Build',
    pod: { stage: 'unscheduled', progress: someProgress({ state: { kind: 'pending' } }) },
    world: { isCancelled: true },
    decision: { kind: 'delete-workload' },
  },
  {
    of: 'a stopped Pod that has not ended',
    pod: { progress: running(), stop: { cause: { kind: 'cancelled' }, log: [] } },
    world: { isCancelled: true },
    decision: { kind: 'report' },
  },
  {
    of: 'a terminating Pod',
    pod: { progress: running(), gracePeriodMs: 30_000 },
    at: 60,
    decision: { kind: 'report', requeueAfterMs: 30_000 },
  },
  {
    of: 'a deleted Pod whose phase ended by a signal',
    pod: {
      progress: someProgress({ state: { kind: 'failed' }, phases: { prepare: ended(137) } }),
      gracePeriodMs: 30_000,
    },
    decision: { kind: 'fail', cause: { kind: 'workload-deleted', workload: 'shop-build-pod' } },
  },
  {
    of: 'a deleted Pod whose phase ended as a Go program with PID 1 does on a signal',
    pod: { progress: failed({ phases: { prepare: ended(0), analyze: ended(2) } }), gracePeriodMs: 30_000 },
    decision: { kind: 'fail', cause: { kind: 'workload-deleted', workload: 'shop-build-pod' } },
  },
  {
    of: 'a deleted Pod whose taskpack step exited with the same code by itself',
    pod: { progress: failed({ phases: { prepare: ended(2) } }), gracePeriodMs: 30_000 },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'prepare' } },
  },
  {
    of: 'a deleted Pod whose phase failed by itself',
    pod: {
      progress: someProgress({ state: { kind: 'failed' }, phases: { prepare: ended(20) } }),
      gracePeriodMs: 30_000,
    },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'prepare' } },
  },
  {
    of: 'a terminating Pod on a node that does not answer',
    pod: { progress: running(), gracePeriodMs: 30_000 },
    at: 90,
    decision: { kind: 'fail', cause: { kind: 'workload-deleted', workload: 'shop-build-pod' } },
  },
];

const GATES: readonly Row[] = [
  {
    of: 'a closed gate with a proxy that is ready',
    pod: { gate: 'closed', progress: running({ foreign: [SIDECAR] }) },
    decision: { kind: 'open-gate' },
  },
  {
    of: 'a closed gate without injected containers',
    pod: { gate: 'closed', progress: running() },
    decision: { kind: 'open-gate' },
  },
  {
    of: 'a closed gate with a proxy that succeeded',
    pod: { gate: 'closed', progress: running({ foreign: [STOPPED_SIDECAR] }) },
    decision: { kind: 'open-gate' },
  },
  {
    of: 'a closed gate with a proxy that failed',
    pod: { gate: 'closed', progress: running({ foreign: [{ ...STOPPED_SIDECAR, exitCode: 1 }] }) },
    at: 120,
    decision: {
      kind: 'stop',
      cause: { kind: 'sidecar-not-ready', container: 'istio-proxy', seconds: 120 },
    },
  },
  {
    of: 'a closed gate in a Pod that the kubelet has not started',
    pod: { gate: 'closed', stage: 'scheduled', progress: running({ foreign: [UNREADY] }) },
    at: 100_000,
    decision: { kind: 'report' },
  },
  {
    of: 'an open gate',
    pod: { gate: 'open', progress: running({ foreign: [UNREADY] }) },
    decision: { kind: 'report' },
  },
  {
    of: 'a native sidecar that is not ready yet, before the first phase',
    pod: { gate: 'none', progress: running({ phases: {}, foreign: [UNREADY] }) },
    at: 119,
    decision: { kind: 'report', requeueAfterMs: 1000 },
  },
  {
    of: 'a native sidecar that does not become ready, before the first phase',
    pod: { gate: 'none', progress: running({ phases: {}, foreign: [UNREADY] }) },
    at: 120,
    decision: { kind: 'stop', cause: { kind: 'sidecar-not-ready', container: 'istio-proxy', seconds: 120 } },
  },
  {
    of: 'a native sidecar that is not ready beside a phase',
    pod: { gate: 'none', progress: running({ foreign: [UNREADY] }) },
    at: 120,
    decision: { kind: 'report' },
  },
  {
    of: 'a closed gate with a proxy that is not ready yet',
    pod: { gate: 'closed', progress: running({ foreign: [UNREADY] }) },
    at: 119,
    decision: { kind: 'report', requeueAfterMs: 1000 },
  },
  {
    of: 'a closed gate with a proxy that does not become ready',
    pod: { gate: 'closed', progress: running({ foreign: [SIDECAR, BACKING_OFF] }) },
    at: 120,
    decision: {
      kind: 'stop',
      cause: { kind: 'sidecar-not-ready', container: 'istio-proxy', reason: 'CrashLoopBackOff', seconds: 120 },
    },
  },
  {
    of: 'a closed gate with a proxy that waits while images are pulled',
    pod: { gate: 'closed', progress: running({ foreign: [{ ...BACKING_OFF, reason: 'ContainerCreating' }] }) },
    at: 599,
    decision: { kind: 'report', requeueAfterMs: 1000 },
  },
  {
    of: 'a closed gate with a proxy whose image cannot be pulled yet',
    pod: { gate: 'closed', progress: running({ foreign: [{ ...BACKING_OFF, reason: 'ImagePullBackOff' }] }) },
    at: 599,
    decision: { kind: 'report', requeueAfterMs: 1000 },
  },
  {
    of: 'a closed gate with a proxy that does not start',
    pod: { gate: 'closed', progress: running({ foreign: [{ ...BACKING_OFF, reason: 'ContainerCreating' }] }) },
    at: 600,
    decision: {
      kind: 'stop',
      cause: { kind: 'sidecar-not-ready', container: 'istio-proxy', reason: 'ContainerCreating', seconds: 600 },
    },
  },
];

const FAILURES: readonly Row[] = [
  {
    of: 'a failed phase whose successors skipped beside a proxy',
    pod: {
      progress: running({
        phases: { prepare: GOOD, analyze: GOOD, detect: ended(20), ...ALL_SKIPPED },
        foreign: [SIDECAR],
      }),
    },
    decision: { kind: 'stop' },
  },
  {
    of: 'a failed phase whose successors skipped without a proxy',
    pod: { progress: running({ phases: { prepare: GOOD, analyze: GOOD, detect: ended(20), ...ALL_SKIPPED } }) },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'detect' } },
  },
  {
    of: 'a failed phase whose successors skipped beside a proxy that stops',
    pod: {
      progress: running({
        phases: { prepare: GOOD, analyze: GOOD, detect: ended(20), ...ALL_SKIPPED },
        foreign: [SIDECAR],
      }),
      stop: { log: [] },
    },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'detect' } },
  },
  {
    of: 'a failed phase whose successors skipped beside a native sidecar, which the kubelet stops',
    pod: {
      progress: running({
        phases: { prepare: GOOD, analyze: GOOD, detect: ended(20), ...ALL_SKIPPED },
        foreign: [NATIVE],
      }),
    },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'detect' } },
  },
  {
    of: 'phases that all ended by a signal, before the Pod shows why',
    pod: { progress: running({ phases: ALL_SIGNALLED, foreign: [SIDECAR] }), stop: { log: [] } },
    decision: { kind: 'report' },
  },
  {
    of: 'a phase that has just failed',
    pod: { progress: running({ phases: { ...ALL_RUN, prepare: ended(1) } }) },
    at: 9,
    decision: { kind: 'report', requeueAfterMs: 1000 },
  },
  {
    of: 'a phase that died without telling its successor',
    pod: { progress: running({ phases: { ...ALL_RUN, prepare: ended(137) } }) },
    at: 10,
    decision: { kind: 'stop' },
  },
  {
    of: 'a failed init container',
    pod: { kind: 'pod-init', progress: someProgress({ state: { kind: 'pending' }, phases: { prepare: ended(1) } }) },
    at: 60,
    decision: { kind: 'report' },
  },
  {
    of: 'a last phase that failed beside a proxy',
    pod: {
      kind: 'pod-init',
      progress: running({ phases: { ...ALL_GOOD, completion: ended(1) }, foreign: [SIDECAR] }),
    },
    decision: { kind: 'stop' },
  },
  {
    of: 'a phase whose image is not pulled in time',
    pod: {
      progress: running({ phases: { ...ALL_RUN, analyze: { progress: { kind: 'waiting', reason: 'ErrImagePull' } } } }),
    },
    at: 600,
    decision: { kind: 'stop', cause: { kind: 'phase-not-started', phase: 'analyze', reason: 'ErrImagePull' } },
  },
  {
    of: 'an init container whose turn has just come',
    pod: {
      kind: 'pod-init',
      progress: someProgress({ state: { kind: 'pending' }, phases: { prepare: GOOD } }),
    },
    at: 100,
    decision: { kind: 'report', requeueAfterMs: 500_000 },
  },
  {
    of: 'an unscheduled Pod',
    pod: { progress: someProgress({ state: { kind: 'pending' } }), stage: 'unscheduled' },
    at: 100_000,
    decision: { kind: 'report' },
  },
];

const RECREATIONS: readonly Row[] = [
  {
    of: 'a Pod in which prepare did not copy the waiter',
    pod: { progress: failed({ phases: WITHOUT_WAITER }) },
    decision: { kind: 'recreate', reason: 'WaiterNotDelivered' },
  },
  {
    of: 'a Pod without a waiter although an init container copied it',
    pod: { progress: failed({ phases: WITHOUT_WAITER }), waiterDelivery: 'init' },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'prepare' } },
  },
  {
    of: 'a recreated Pod without a waiter',
    pod: { progress: failed({ phases: WITHOUT_WAITER }) },
    world: { recorded: { backend: 'native', recreation: { reason: 'UnforeseenSidecars', of: 'the-first' } } },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'prepare' } },
  },
  {
    of: 'a Pod that will be recreated',
    pod: { progress: failed({ phases: WITHOUT_WAITER }) },
    world: { recorded: { backend: 'native', recreation: { reason: 'WaiterNotDelivered', of: 'pod-uid' } } },
    decision: { kind: 'delete-workload' },
  },
  {
    of: 'a terminating Pod that will be recreated',
    pod: { progress: failed({ phases: WITHOUT_WAITER }), gracePeriodMs: 0 },
    world: { recorded: { backend: 'native', recreation: { reason: 'WaiterNotDelivered', of: 'pod-uid' } } },
    at: 59,
    decision: { kind: 'wait', requeueAfterMs: 1000 },
  },
  {
    of: 'a Pod that will be recreated on a node that does not answer',
    pod: { progress: failed({ phases: WITHOUT_WAITER }), gracePeriodMs: 0 },
    world: { recorded: { backend: 'native', recreation: { reason: 'WaiterNotDelivered', of: 'pod-uid' } } },
    at: 60,
    decision: { kind: 'fail', cause: { kind: 'workload-deleted', workload: 'shop-build-pod' } },
  },
  {
    of: 'a Pod with a sidecar that the dry run did not show',
    pod: { progress: running({ phases: {}, foreign: [UNREADY] }) },
    settings: { injectedSidecars: 'auto' },
    decision: { kind: 'recreate', reason: 'UnforeseenSidecars' },
  },
  {
    of: 'a Pod with a sidecar that the dry run showed',
    pod: { gate: 'open', progress: running({ phases: {}, foreign: [SIDECAR] }) },
    settings: { injectedSidecars: 'auto' },
    decision: { kind: 'report', requeueAfterMs: 600_000 },
  },
  {
    of: 'a Pod in the init layout with a sidecar',
    pod: { kind: 'pod-init', progress: running({ phases: {}, foreign: [UNREADY] }) },
    settings: { injectedSidecars: 'auto' },
    decision: { kind: 'report', requeueAfterMs: 600_000 },
  },
  {
    of: 'a terminating Pod with an unforeseen sidecar',
    pod: { gracePeriodMs: 0, progress: running({ phases: {}, foreign: [UNREADY] }) },
    settings: { injectedSidecars: 'auto' },
    decision: { kind: 'report', requeueAfterMs: 60_000 },
  },
  {
    of: 'a Pod with a native sidecar, which starts before all phases',
    pod: { progress: running({ foreign: [NATIVE] }) },
    settings: { injectedSidecars: 'auto' },
    decision: { kind: 'report' },
  },
  {
    of: 'a Pod with an unforeseen sidecar in which a phase has run',
    pod: { progress: running({ phases: { ...ALL_RUN, prepare: GOOD }, foreign: [SIDECAR] }) },
    settings: { injectedSidecars: 'auto' },
    decision: { kind: 'report' },
  },
];

// Known bugs: native-sidecar-stopped, proxy-never-ready, injector-changes-after-dry-run.
describe('the next action for a Build with a Pod', () => {
  for (const { of, pod, world, settings, at = 0, decision } of [
    ...ENDS,
    ...CANCELS,
    ...GATES,
    ...FAILURES,
    ...RECREATIONS,
  ]) {
    it(`is decided for ${of}`, () => {
      const observation = frozen(someObservation({ workload: somePod(pod), observedForMs: () => at * 1000, ...world }));
      const decided = decide(observation, frozen({ ...SETTINGS, ...settings }));
      expect(told(decided)).to.deep.equal(decision);
    });
  }
});

/** Returns the decision without the workload and its progress. */
function told(decision: object): unknown {
  const fields = Object.entries(decision).filter(([key]) => !['workload', 'pod', 'progress'].includes(key));
  return Object.fromEntries(
    fields.map(([key, value]) => [key, key === 'cause' ? withoutState(value as object) : value]),
  );
}

function withoutState(cause: object): unknown {
  return Object.fromEntries(Object.entries(cause).filter(([key]) => key !== 'terminated'));
}
