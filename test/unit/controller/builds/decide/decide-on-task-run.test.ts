import { expect } from 'chai';
import { decide } from '../../../../../src/controller/builds/decide/decide.ts';
import type { Observation, ObservedTaskRun } from '../../../../../src/controller/builds/observe/observation.ts';
import { ended, SIDECAR, someProgress } from '../some-progress.ts';
import { frozen, SETTINGS, someObservation, someTaskRun } from './some-observation.ts';

interface Row {
  readonly of: string;
  readonly taskRun: Partial<ObservedTaskRun>;
  readonly world?: Partial<Observation>;
  /** The seconds for which this process has observed everything. */
  readonly at?: number;
  readonly kind: string;
  readonly after?: number;
  readonly cause?: unknown;
}

const RUNNING = someProgress({
  state: { kind: 'running' },
  phases: { prepare: ended(0), analyze: { progress: { kind: 'running' } } },
});
const START_ERROR = { reason: 'StartError', message: 'failed to create containerd task' };
const UNSTARTED = someProgress({
  state: { kind: 'running' },
  phases: { prepare: ended(0), analyze: ended(128, START_ERROR), detect: { progress: { kind: 'running' } } },
});
const CANCELLED = someProgress({ state: { kind: 'failed', reason: 'TaskRunCancelled' } });

const WAITING_FOR_SIDECARS = {
  stage: 'waiting-for-sidecars' as const,
  progress: { ...RUNNING, foreign: [{ ...SIDECAR, isReady: false }] },
};

const NOT_STARTED = { stage: 'not-started' as const, progress: someProgress({ state: { kind: 'pending' } }) };

const ROWS: readonly Row[] = [
  { of: 'a running TaskRun', taskRun: { progress: RUNNING }, kind: 'report' },
  {
    of: 'a TaskRun that succeeded',
    taskRun: { progress: someProgress({ state: { kind: 'succeeded' } }) },
    kind: 'succeed',
  },
  {
    of: 'a TaskRun within its time limit',
    taskRun: { progress: RUNNING },
    world: { timeLimitSeconds: 60 },
    at: 59,
    kind: 'report',
    after: 1000,
  },
  {
    of: 'a TaskRun at its time limit',
    taskRun: { progress: RUNNING },
    world: { timeLimitSeconds: 60 },
    at: 60,
    kind: 'stop',
    cause: { kind: 'timed-out', seconds: 60, phase: 'analyze' },
  },
  {
    of: 'a TaskRun with a step whose container has just failed to start',
    taskRun: { progress: UNSTARTED },
    world: { timeLimitSeconds: 60 },
    at: 4,
    kind: 'report',
    after: 6000,
  },
  {
    of: 'a TaskRun with a step whose container has failed to start',
    taskRun: { progress: UNSTARTED },
    world: { timeLimitSeconds: 60 },
    at: 10,
    kind: 'stop',
    cause: { kind: 'phase-not-started', phase: 'analyze', ...START_ERROR },
  },
  {
    of: 'a TaskRun with a failed step, after which Tekton skips the next ones',
    taskRun: {
      progress: someProgress({
        state: { kind: 'running' },
        phases: { prepare: ended(0), analyze: ended(1), detect: { progress: { kind: 'running' } } },
      }),
    },
    at: 59,
    kind: 'report',
  },
  {
    of: 'a terminating TaskRun at its time limit',
    taskRun: { progress: RUNNING, gracePeriodMs: 0 },
    world: { timeLimitSeconds: 60 },
    at: 59,
    kind: 'report',
    after: 1000,
  },
  {
    of: 'a TaskRun that stays terminating',
    taskRun: { progress: RUNNING, gracePeriodMs: 0 },
    at: 60,
    kind: 'fail',
    cause: { kind: 'workload-deleted', workload: 'shop-build' },
  },
  {
    of: 'a TaskRun of a cancelled Build',
    taskRun: { progress: RUNNING },
    world: { isCancelled: true },
    kind: 'stop',
    cause: { kind: 'cancelled' },
  },
  {
    of: 'a TaskRun that was stopped at its time limit and has not ended',
    taskRun: { progress: RUNNING, stop: { cause: { kind: 'timed-out', seconds: 60 }, log: [] } },
    world: { timeLimitSeconds: 60, isCancelled: true },
    at: 61,
    kind: 'report',
  },
  {
    of: 'a TaskRun that was stopped at its time limit',
    taskRun: { progress: CANCELLED, stop: { cause: { kind: 'timed-out', seconds: 60 }, log: [] } },
    kind: 'fail',
    cause: { kind: 'timed-out', seconds: 60 },
  },
  {
    of: 'a TaskRun that Tekton may still start',
    taskRun: NOT_STARTED,
    world: { timeLimitSeconds: 60 },
    at: 599,
    kind: 'report',
    after: 1000,
  },
  {
    of: 'a TaskRun for which Tekton reports why it cannot start',
    taskRun: {
      stage: 'not-started',
      progress: someProgress({ state: { kind: 'pending', reason: 'ExceededResourceQuota' } }),
    },
    world: { lacksPod: true, retryingForMs: 86_399_000 },
    kind: 'report',
    after: 1000,
  },
  {
    of: 'a TaskRun whose Pod waits for a quota for a day, of a Build without a time limit',
    taskRun: {
      stage: 'not-started',
      progress: someProgress({ state: { kind: 'pending', reason: 'ExceededResourceQuota', message: 'no room' } }),
    },
    world: { lacksPod: true, retryingForMs: 86_400_000 },
    kind: 'stop',
    cause: { kind: 'workload-not-created', message: 'no room', seconds: 86_400 },
  },
  {
    of: 'a TaskRun whose Pod waits for a quota longer than the time limit of the Build',
    taskRun: {
      stage: 'not-started',
      progress: someProgress({ state: { kind: 'pending', reason: 'ExceededResourceQuota', message: 'no room' } }),
    },
    world: { timeLimitSeconds: 60, lacksPod: true, retryingForMs: 60_000 },
    kind: 'stop',
    cause: { kind: 'workload-not-created', message: 'no room', seconds: 60 },
  },
  { of: 'a TaskRun that Tekton does not start', taskRun: NOT_STARTED, at: 600, kind: 'wait' },
  {
    of: 'a TaskRun of a cancelled Build that Tekton does not start',
    taskRun: NOT_STARTED,
    world: { isCancelled: true },
    at: 600,
    kind: 'stop',
    cause: { kind: 'cancelled' },
  },
  {
    of: 'a TaskRun that Tekton has not started and that was just cancelled',
    taskRun: { ...NOT_STARTED, stop: { cause: { kind: 'cancelled' }, log: [] } },
    world: { isCancelled: true },
    at: 29,
    kind: 'report',
    after: 1000,
  },
  {
    of: 'a TaskRun that Tekton neither starts nor stops',
    taskRun: { ...NOT_STARTED, stop: { cause: { kind: 'cancelled' }, log: [] } },
    world: { isCancelled: true },
    at: 30,
    kind: 'delete-workload',
  },
  {
    of: 'a TaskRun whose first step waits for a proxy that may become ready within the time limit',
    taskRun: WAITING_FOR_SIDECARS,
    world: { timeLimitSeconds: 1000 },
    at: 119,
    kind: 'report',
    after: 1000,
  },
  {
    of: 'a TaskRun whose first step waits for a proxy that does not become ready',
    taskRun: WAITING_FOR_SIDECARS,
    at: 120,
    kind: 'stop',
    cause: { kind: 'sidecar-not-ready', container: 'istio-proxy', seconds: 120 },
  },
  {
    of: 'a TaskRun whose first step started before the proxy became unready',
    taskRun: { ...WAITING_FOR_SIDECARS, stage: 'started' },
    at: 100_000,
    kind: 'report',
  },
  {
    of: 'a TaskRun whose first step waits for Tekton only',
    taskRun: { ...WAITING_FOR_SIDECARS, progress: { ...RUNNING, foreign: [SIDECAR] } },
    at: 100_000,
    kind: 'report',
  },
  {
    of: 'a TaskRun that a user cancelled',
    taskRun: { progress: CANCELLED },
    kind: 'fail',
    cause: { kind: 'cancelled' },
  },
];

describe('the next action for a Build with a TaskRun', () => {
  for (const { of, taskRun, world, at = 0, kind, after, cause } of ROWS) {
    it(`is decided for ${of}`, () => {
      const observation = frozen(
        someObservation({ workload: someTaskRun(taskRun), observedForMs: () => at * 1000, ...world }),
      );
      const decision = decide(observation, SETTINGS);
      expect(decision.kind).to.equal(kind);
      expect('requeueAfterMs' in decision ? decision.requeueAfterMs : undefined).to.equal(after);
      expect('cause' in decision ? decision.cause : undefined).to.deep.equal(cause);
    });
  }
});
