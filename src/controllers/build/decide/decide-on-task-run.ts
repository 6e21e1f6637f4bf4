import type { StopCause } from '../kept/stop.ts';
import type { Observation, ObservedTaskRun } from '../observe/observation.ts';
import { causeOfEnd } from './cause-of-end.ts';
import type { Decision } from './decision.ts';
import { goingAway } from './going-away.ts';

/** What is to be done for a Build whose TaskRun is there: Tekton does all but end it in time. */
export function decideOnTaskRun(workload: ObservedTaskRun, observation: Observation, now: number): Decision {
  const { progress, stop } = workload;
  if (progress.state.kind === 'succeeded') return { kind: 'succeed', workload };
  if (progress.state.kind === 'failed') return { kind: 'fail', cause: causeOfEnd(workload, observation), workload };
  const gone = goingAway(workload, now);
  if (gone !== undefined) return gone;
  const limit = endOf(workload, observation);
  if (stop !== undefined) return { kind: 'report', progress };
  if (observation.isCancelled) return { kind: 'stop', workload, cause: { kind: 'cancelled' } };
  if (limit !== undefined && now >= limit.at) return { kind: 'stop', workload, cause: limit.cause };
  return { kind: 'report', progress, ...(limit !== undefined && { until: limit.at }) };
}

interface TimeLimit {
  readonly at: number;
  readonly cause: StopCause;
}

/** The Build's own limit; the TaskRun's is later by so much that a log can be read before Tekton deletes the pod. */
function endOf({ startedAt, progress }: ObservedTaskRun, { timeLimit }: Observation): TimeLimit | undefined {
  if (startedAt === undefined || timeLimit === undefined) return undefined;
  const running = progress.phases.find(({ kind }) => kind !== 'terminated');
  return {
    at: startedAt + timeLimit * 1000,
    cause: { kind: 'timed-out', seconds: timeLimit, ...(running !== undefined && { phase: running.phase }) },
  };
}
