import { expect } from 'chai';
import { decide } from '../../../../../src/controllers/build/decide/decide.ts';
import type { Observation, ObservedTaskRun } from '../../../../../src/controllers/build/observe/observation.ts';
import { ended, SIDECAR, someProgress } from '../some-progress.ts';
import { frozen, SETTINGS, someObservation, someTaskRun } from './some-observation.ts';

interface Row {
  readonly of: string;
  readonly taskRun: Partial<ObservedTaskRun>;
  readonly world?: Partial<Observation>;
  /** For how many seconds this process has seen it so. */
  readonly at?: number;
  readonly kind: string;
  readonly after?: number;
  readonly cause?: unknown;
}

const RUNNING = someProgress({
  state: { kind: 'running' },
  phases: { prepare: ended(0), analyze: { progress: { kind: 'running' } } },
});
const CANCELLED = someProgress({ state: { kind: 'failed', reason: 'TaskRunCancelled' } });

const HELD_BACK = {
  stage: 'held-back' as const,
  progress: { ...RUNNING, foreign: [{ ...SIDECAR, isReady: false }] },
};

const NOT_TAKEN_ON = { stage: 'new' as const, progress: someProgress({ state: { kind: 'pending' } }) };

const ROWS: readonly Row[] = [
  { of: 'one that runs', taskRun: { progress: RUNNING }, kind: 'report' },
  {
    of: 'one that has succeeded',
    taskRun: { progress: someProgress({ state: { kind: 'succeeded' } }) },
    kind: 'succeed',
  },
  {
    of: 'one within its limit',
    taskRun: { progress: RUNNING },
    world: { timeLimit: 60 },
    at: 59,
    kind: 'report',
    after: 1000,
  },
  {
    of: 'one at its limit',
    taskRun: { progress: RUNNING },
    world: { timeLimit: 60 },
    at: 60,
    kind: 'stop',
    cause: { kind: 'timed-out', seconds: 60, phase: 'analyze' },
  },
  {
    of: 'one that somebody deletes, at its limit',
    taskRun: { progress: RUNNING, grace: 0 },
    world: { timeLimit: 60 },
    at: 59,
    kind: 'report',
    after: 1000,
  },
  {
    of: 'one that was deleted and does not go',
    taskRun: { progress: RUNNING, grace: 0 },
    at: 60,
    kind: 'fail',
    cause: { kind: 'workload-deleted', workload: 'shop-build' },
  },
  {
    of: 'one that is cancelled',
    taskRun: { progress: RUNNING },
    world: { isCancelled: true },
    kind: 'stop',
    cause: { kind: 'cancelled' },
  },
  {
    of: 'one that was stopped at its limit, and has not ended',
    taskRun: { progress: RUNNING, stop: { cause: { kind: 'timed-out', seconds: 60 }, log: [] } },
    world: { timeLimit: 60, isCancelled: true },
    at: 61,
    kind: 'report',
  },
  {
    of: 'one that was stopped at its limit',
    taskRun: { progress: CANCELLED, stop: { cause: { kind: 'timed-out', seconds: 60 }, log: [] } },
    kind: 'fail',
    cause: { kind: 'timed-out', seconds: 60 },
  },
  {
    of: 'one that Tekton may still begin with',
    taskRun: NOT_TAKEN_ON,
    world: { timeLimit: 60 },
    at: 599,
    kind: 'report',
    after: 1000,
  },
  {
    of: 'one that Tekton cannot begin with, and says why',
    taskRun: {
      stage: 'new',
      progress: someProgress({ state: { kind: 'pending', reason: 'ExceededResourceQuota' } }),
    },
    at: 100_000,
    kind: 'report',
  },
  { of: 'one that Tekton does not begin with', taskRun: NOT_TAKEN_ON, at: 600, kind: 'wait' },
  {
    of: 'one that Tekton does not begin with, and that is cancelled',
    taskRun: NOT_TAKEN_ON,
    world: { isCancelled: true },
    at: 600,
    kind: 'stop',
    cause: { kind: 'cancelled' },
  },
  {
    of: 'one that Tekton has not begun with, and that was cancelled just now',
    taskRun: { ...NOT_TAKEN_ON, stop: { cause: { kind: 'cancelled' }, log: [] } },
    world: { isCancelled: true },
    at: 29,
    kind: 'report',
    after: 1000,
  },
  {
    of: 'one that Tekton has not begun with, and does not end either',
    taskRun: { ...NOT_TAKEN_ON, stop: { cause: { kind: 'cancelled' }, log: [] } },
    world: { isCancelled: true },
    at: 30,
    kind: 'delete-workload',
  },
  {
    of: 'one whose first step waits for a proxy that may become ready, within its limit',
    taskRun: HELD_BACK,
    world: { timeLimit: 1000 },
    at: 119,
    kind: 'report',
    after: 1000,
  },
  {
    of: 'one whose first step waits for a proxy that does not become ready',
    taskRun: HELD_BACK,
    at: 120,
    kind: 'stop',
    cause: { kind: 'sidecar-not-ready', container: 'istio-proxy', seconds: 120 },
  },
  {
    of: 'one whose first step may begin beside a proxy that is not ready any more',
    taskRun: { ...HELD_BACK, stage: 'begun' },
    at: 100_000,
    kind: 'report',
  },
  {
    of: 'one whose first step waits for Tekton alone',
    taskRun: { ...HELD_BACK, progress: { ...RUNNING, foreign: [SIDECAR] } },
    at: 100_000,
    kind: 'report',
  },
  {
    of: 'one that somebody else cancelled',
    taskRun: { progress: CANCELLED },
    kind: 'fail',
    cause: { kind: 'cancelled' },
  },
];

describe('what is decided for Builds with a TaskRun', () => {
  for (const { of, taskRun, world, at = 0, kind, after, cause } of ROWS) {
    it(`of ${of}`, () => {
      const observation = frozen(
        someObservation({ workload: someTaskRun(taskRun), seenFor: () => at * 1000, ...world }),
      );
      const decision = decide(observation, SETTINGS);
      expect(decision.kind).to.equal(kind);
      expect('after' in decision ? decision.after : undefined).to.equal(after);
      expect('cause' in decision ? decision.cause : undefined).to.deep.equal(cause);
    });
  }
});
