import { expect } from 'chai';
import { decide } from '../../../../../src/controllers/build/decide/decide.ts';
import type { Observation, ObservedTaskRun } from '../../../../../src/controllers/build/observe/observation.ts';
import { ended, someProgress } from '../some-progress.ts';
import { CREATED, frozen, SETTINGS, someObservation, someTaskRun } from './some-observation.ts';

interface Row {
  readonly of: string;
  readonly taskRun: Partial<ObservedTaskRun>;
  readonly world?: Partial<Observation>;
  /** Seconds since the Build was created. */
  readonly at?: number;
  readonly kind: string;
  readonly until?: number;
  readonly cause?: unknown;
}

const RUNNING = someProgress({
  state: { kind: 'running' },
  phases: { prepare: ended(0), analyze: { progress: { kind: 'running' } } },
});
const CANCELLED = someProgress({ state: { kind: 'failed', reason: 'TaskRunCancelled' } });

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
    until: CREATED + 60_000,
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
    of: 'one that somebody else cancelled',
    taskRun: { progress: CANCELLED },
    kind: 'fail',
    cause: { kind: 'cancelled' },
  },
];

describe('what is decided for Builds with a TaskRun', () => {
  for (const { of, taskRun, world, at = 0, kind, until, cause } of ROWS) {
    it(`of ${of}`, () => {
      const observation = frozen(someObservation({ workload: someTaskRun(taskRun), ...world }));
      const decision = decide(observation, SETTINGS, CREATED + at * 1000);
      expect(decision.kind).to.equal(kind);
      expect('until' in decision ? decision.until : undefined).to.equal(until);
      expect('cause' in decision ? decision.cause : undefined).to.deep.equal(cause);
    });
  }
});
