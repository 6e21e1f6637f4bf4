import { expect } from 'chai';
import { decide } from '../../../../../src/controllers/build/decide/decide.ts';
import type { BuildSettings } from '../../../../../src/controllers/build/build-settings.ts';
import type { Observation, ObservedPod } from '../../../../../src/controllers/build/observe/observation.ts';
import type {
  BuildProgress,
  ContainerProgress,
  ForeignContainer,
  Terminated,
} from '../../../../../src/model/build-progress.ts';
import { ended, SIDECAR, SKIPPED, someProgress, type SomePhase, type SomeProgress } from '../some-progress.ts';
import { frozen, SETTINGS, someObservation, somePod } from './some-observation.ts';

interface Row {
  readonly of: string;
  readonly pod: Partial<ObservedPod>;
  readonly world?: Partial<Observation>;
  readonly settings?: Partial<BuildSettings>;
  /** For how many seconds this process has seen it so. */
  readonly at?: number;
  /** Without the workload and its progress, of which there is one. */
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

const ENDS: readonly Row[] = [
  {
    of: 'a Pod that has succeeded',
    pod: { progress: someProgress({ state: { kind: 'succeeded' }, phases: ALL_GOOD }) },
    decision: { kind: 'succeed' },
  },
  {
    of: 'a Pod whose phases have ended, and whose sidecar runs',
    pod: { progress: running({ phases: ALL_GOOD, foreign: [SIDECAR] }) },
    decision: { kind: 'stop' },
  },
  {
    of: 'a Pod whose phases have ended, and whose sidecar was told to',
    pod: { progress: running({ phases: ALL_GOOD, foreign: [SIDECAR] }), stop: { log: [] } },
    decision: { kind: 'succeed' },
  },
  {
    of: 'a Pod whose phases have ended, beside a native sidecar, which the kubelet ends',
    pod: { progress: running({ phases: ALL_GOOD, foreign: [NATIVE] }) },
    decision: { kind: 'succeed' },
  },
  {
    of: 'a Pod that was cancelled too late',
    pod: { progress: running({ phases: ALL_GOOD }) },
    world: { isCancelled: true },
    decision: { kind: 'succeed' },
  },
  {
    of: 'a Pod that has failed',
    pod: { progress: failed({ phases: { prepare: ended(3) } }), layout: 'init' },
    world: { timeLimit: 77 },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'prepare' } },
  },
  {
    of: 'a Pod that was ended by its own limit',
    pod: { progress: failed({ phases: { prepare: GOOD } }, 'DeadlineExceeded'), layout: 'init' },
    world: { timeLimit: 77 },
    decision: { kind: 'fail', cause: { kind: 'timed-out', seconds: 77, phase: 'analyze' } },
  },
  {
    of: 'a Pod that was stopped for a reason',
    pod: {
      progress: failed({ phases: { prepare: ended(143) } }, 'DeadlineExceeded'),
      stop: { cause: { kind: 'cancelled' }, log: [] },
    },
    decision: { kind: 'fail', cause: { kind: 'cancelled' } },
  },
];

const CANCELS: readonly Row[] = [
  {
    of: 'a Pod that runs and is cancelled',
    pod: { progress: running() },
    world: { isCancelled: true },
    decision: { kind: 'stop', cause: { kind: 'cancelled' } },
  },
  {
    of: 'a Pod that no kubelet has, and is cancelled',
    pod: { stage: 'unscheduled', progress: someProgress({ state: { kind: 'pending' } }) },
    world: { isCancelled: true },
    decision: { kind: 'delete-workload' },
  },
  {
    of: 'a Pod that was stopped and has not ended',
    pod: { progress: running(), stop: { cause: { kind: 'cancelled' }, log: [] } },
    world: { isCancelled: true },
    decision: { kind: 'report' },
  },
  {
    of: 'a Pod that somebody deletes',
    pod: { progress: running(), grace: 30_000 },
    at: 60,
    decision: { kind: 'report', after: 30_000 },
  },
  {
    of: 'a Pod that was deleted, and its phase ended by a signal',
    pod: { progress: someProgress({ state: { kind: 'failed' }, phases: { prepare: ended(137) } }), grace: 30_000 },
    decision: { kind: 'fail', cause: { kind: 'workload-deleted', workload: 'shop-build-pod' } },
  },
  {
    of: "a Pod that was deleted, and its phase ended as Go's programs do that are their container's first",
    pod: { progress: failed({ phases: { prepare: ended(0), analyze: ended(2) } }), grace: 30_000 },
    decision: { kind: 'fail', cause: { kind: 'workload-deleted', workload: 'shop-build-pod' } },
  },
  {
    of: 'a Pod that was deleted, and our own phase ended by itself with the same code',
    pod: { progress: failed({ phases: { prepare: ended(2) } }), grace: 30_000 },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'prepare' } },
  },
  {
    of: 'a Pod that was deleted, and its phase ended by itself',
    pod: { progress: someProgress({ state: { kind: 'failed' }, phases: { prepare: ended(20) } }), grace: 30_000 },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'prepare' } },
  },
  {
    of: 'a Pod that was deleted on a node that does not answer',
    pod: { progress: running(), grace: 30_000 },
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
    of: 'a closed gate before nobody',
    pod: { gate: 'closed', progress: running() },
    decision: { kind: 'open-gate' },
  },
  {
    of: 'a closed gate with a proxy that has ended well',
    pod: { gate: 'closed', progress: running({ foreign: [STOPPED_SIDECAR] }) },
    decision: { kind: 'open-gate' },
  },
  {
    of: 'a closed gate with a proxy that has ended badly',
    pod: { gate: 'closed', progress: running({ foreign: [{ ...STOPPED_SIDECAR, exitCode: 1 }] }) },
    at: 120,
    decision: {
      kind: 'stop',
      cause: { kind: 'sidecar-not-ready', container: 'istio-proxy', seconds: 120 },
    },
  },
  {
    of: 'a closed gate in a Pod that no kubelet has yet',
    pod: { gate: 'closed', stage: 'scheduled', progress: running({ foreign: [UNREADY] }) },
    at: 100_000,
    decision: { kind: 'report' },
  },
  {
    of: 'an opened gate',
    pod: { gate: 'opened', progress: running({ foreign: [UNREADY] }) },
    decision: { kind: 'report' },
  },
  {
    of: 'a closed gate with a proxy that is not ready yet',
    pod: { gate: 'closed', progress: running({ foreign: [UNREADY] }) },
    at: 119,
    decision: { kind: 'report', after: 1000 },
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
    of: 'a closed gate with a proxy that may still be behind images that are pulled',
    pod: { gate: 'closed', progress: running({ foreign: [{ ...BACKING_OFF, reason: 'ContainerCreating' }] }) },
    at: 599,
    decision: { kind: 'report', after: 1000 },
  },
  {
    of: 'a closed gate with a proxy whose image cannot be pulled yet',
    pod: { gate: 'closed', progress: running({ foreign: [{ ...BACKING_OFF, reason: 'ImagePullBackOff' }] }) },
    at: 599,
    decision: { kind: 'report', after: 1000 },
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
    of: 'a phase that failed, whose successors have skipped beside a proxy',
    pod: {
      progress: running({
        phases: { prepare: GOOD, analyze: GOOD, detect: ended(20), ...ALL_SKIPPED },
        foreign: [SIDECAR],
      }),
    },
    decision: { kind: 'stop' },
  },
  {
    of: 'a phase that failed, whose successors have skipped, and nobody else is there',
    pod: { progress: running({ phases: { prepare: GOOD, analyze: GOOD, detect: ended(20), ...ALL_SKIPPED } }) },
    decision: { kind: 'report' },
  },
  {
    of: 'a phase that failed just now',
    pod: { progress: running({ phases: { ...ALL_RUN, prepare: ended(1) } }) },
    at: 9,
    decision: { kind: 'report', after: 1000 },
  },
  {
    of: 'a phase that died, of which its successor has not heard',
    pod: { progress: running({ phases: { ...ALL_RUN, prepare: ended(137) } }) },
    at: 10,
    decision: { kind: 'stop' },
  },
  {
    of: 'a phase that failed as an init container',
    pod: { layout: 'init', progress: someProgress({ state: { kind: 'pending' }, phases: { prepare: ended(1) } }) },
    at: 60,
    decision: { kind: 'report' },
  },
  {
    of: 'a last phase that failed as a container beside a proxy',
    pod: {
      layout: 'init',
      progress: running({ phases: { ...ALL_GOOD, completion: ended(1) }, foreign: [SIDECAR] }),
    },
    decision: { kind: 'stop' },
  },
  {
    of: 'a phase whose image does not come',
    pod: {
      progress: running({ phases: { ...ALL_RUN, analyze: { progress: { kind: 'waiting', reason: 'ErrImagePull' } } } }),
    },
    at: 600,
    decision: { kind: 'stop', cause: { kind: 'phase-not-started', phase: 'analyze', reason: 'ErrImagePull' } },
  },
  {
    of: 'an init container whose turn has just come',
    pod: {
      layout: 'init',
      progress: someProgress({ state: { kind: 'pending' }, phases: { prepare: GOOD } }),
    },
    at: 100,
    decision: { kind: 'report', after: 500_000 },
  },
  {
    of: 'a Pod that no kubelet has yet',
    pod: { progress: someProgress({ state: { kind: 'pending' } }), stage: 'unscheduled' },
    at: 100_000,
    decision: { kind: 'report' },
  },
];

const RECREATIONS: readonly Row[] = [
  {
    of: 'a Pod whose containers found no waiter',
    pod: { progress: failed({ phases: WITHOUT_WAITER }) },
    decision: { kind: 'recreate', reason: 'WaiterNotDelivered' },
  },
  {
    of: 'a Pod whose containers found no waiter, though an init container copied it',
    pod: { progress: failed({ phases: WITHOUT_WAITER }), waiterDelivery: 'init' },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'prepare' } },
  },
  {
    of: 'the second Pod whose containers found no waiter',
    pod: { progress: failed({ phases: WITHOUT_WAITER }) },
    world: { recorded: { backend: 'native', recreation: { reason: 'UnforeseenSidecars', of: 'the-first' } } },
    decision: { kind: 'fail', cause: { kind: 'phase-failed', phase: 'prepare' } },
  },
  {
    of: 'the first Pod of one that is to be made once more',
    pod: { progress: failed({ phases: WITHOUT_WAITER }) },
    world: { recorded: { backend: 'native', recreation: { reason: 'WaiterNotDelivered', of: 'pod-uid' } } },
    decision: { kind: 'delete-workload' },
  },
  {
    of: 'the same while it is going',
    pod: { progress: failed({ phases: WITHOUT_WAITER }), grace: 0 },
    world: { recorded: { backend: 'native', recreation: { reason: 'WaiterNotDelivered', of: 'pod-uid' } } },
    at: 59,
    decision: { kind: 'wait', after: 1000 },
  },
  {
    of: 'the same on a node that does not let it go',
    pod: { progress: failed({ phases: WITHOUT_WAITER }), grace: 0 },
    world: { recorded: { backend: 'native', recreation: { reason: 'WaiterNotDelivered', of: 'pod-uid' } } },
    at: 60,
    decision: { kind: 'fail', cause: { kind: 'workload-deleted', workload: 'shop-build-pod' } },
  },
  {
    of: 'a Pod with a sidecar that the dry run had not shown',
    pod: { progress: running({ phases: {}, foreign: [UNREADY] }) },
    settings: { injectedSidecars: 'auto' },
    decision: { kind: 'recreate', reason: 'UnforeseenSidecars' },
  },
  {
    of: 'a Pod with a sidecar that the dry run had shown',
    pod: { gate: 'opened', progress: running({ phases: {}, foreign: [SIDECAR] }) },
    settings: { injectedSidecars: 'auto' },
    decision: { kind: 'report', after: 600_000 },
  },
  {
    of: 'a Pod of init containers with a sidecar, of when none was looked for',
    pod: { layout: 'init', progress: running({ phases: {}, foreign: [UNREADY] }) },
    settings: { injectedSidecars: 'auto' },
    decision: { kind: 'report', after: 600_000 },
  },
  {
    of: 'a Pod with an unforeseen sidecar that somebody deletes',
    pod: { grace: 0, progress: running({ phases: {}, foreign: [UNREADY] }) },
    settings: { injectedSidecars: 'auto' },
    decision: { kind: 'report', after: 60_000 },
  },
  {
    of: 'a Pod with a native sidecar, which starts before all phases',
    pod: { progress: running({ foreign: [NATIVE] }) },
    settings: { injectedSidecars: 'auto' },
    decision: { kind: 'report' },
  },
  {
    of: 'a Pod with an unforeseen sidecar, of which something has run',
    pod: { progress: running({ phases: { ...ALL_RUN, prepare: GOOD }, foreign: [SIDECAR] }) },
    settings: { injectedSidecars: 'auto' },
    decision: { kind: 'report' },
  },
];

describe('what is decided for Builds with a Pod', () => {
  for (const { of, pod, world, settings, at = 0, decision } of [
    ...ENDS,
    ...CANCELS,
    ...GATES,
    ...FAILURES,
    ...RECREATIONS,
  ]) {
    it(`of ${of}`, () => {
      const observation = frozen(someObservation({ workload: somePod(pod), seenFor: () => at * 1000, ...world }));
      const decided = decide(observation, frozen({ ...SETTINGS, ...settings }));
      expect(told(decided)).to.deep.equal(decision);
    });
  }
});

/** What was decided, without what it was decided upon. */
function told(decision: object): unknown {
  const fields = Object.entries(decision).filter(([key]) => !['workload', 'pod', 'progress'].includes(key));
  return Object.fromEntries(
    fields.map(([key, value]) => [key, key === 'cause' ? withoutState(value as object) : value]),
  );
}

function withoutState(cause: object): unknown {
  return Object.fromEntries(Object.entries(cause).filter(([key]) => key !== 'terminated'));
}
