import type { BuildSettings } from '../build-settings.ts';
import type { StopCause } from '../kept/stop.ts';
import type { Observation, ObservedTaskRun } from '../observe/observation.ts';
import { causeOfEnd } from './cause-of-end.ts';
import type { Decision } from './decision.ts';
import { unreadySidecar } from './foreign.ts';
import { stopUnlessReady } from './gate.ts';
import { goingAway } from './going-away.ts';
import { notTakenOn } from './not-taken-on.ts';
import type { LookAgain } from './rule.ts';

/** What is to be done for a Build whose TaskRun is there: Tekton does all but end it in time. */
export function decideOnTaskRun(
  workload: ObservedTaskRun,
  observation: Observation,
  settings: BuildSettings,
): Decision {
  const { progress, stop } = workload;
  if (progress.state.kind === 'succeeded') return { kind: 'succeed', workload };
  if (progress.state.kind === 'failed') return { kind: 'fail', cause: causeOfEnd(workload, observation), workload };
  const gone = goingAway(workload, observation);
  if (gone !== undefined) return gone;
  if (stop === undefined && observation.isCancelled) return { kind: 'stop', workload, cause: { kind: 'cancelled' } };
  if (workload.stage === 'new') return notTakenOn(workload, observation, settings);
  if (stop !== undefined) return { kind: 'report', progress };
  const held = heldBack(workload, observation, settings);
  return held?.kind === 'stop' ? held : soonerThan(held, untilItsLimit(workload, observation));
}

/** Tekton's first step waits for every container beside it, and Tekton for ever. */
function heldBack(
  workload: ObservedTaskRun,
  observation: Observation,
  settings: BuildSettings,
): Decision | LookAgain | undefined {
  const unready = workload.stage === 'held-back' ? unreadySidecar(workload.progress) : undefined;
  return unready && stopUnlessReady(workload, unready, observation, settings);
}

function soonerThan(look: Decision | LookAgain | undefined, decision: Decision): Decision {
  if (look?.kind !== 'look-again' || decision.kind !== 'report') return decision;
  return { ...decision, after: Math.min(look.after, decision.after ?? look.after) };
}

/** The Build's own limit; the TaskRun's is later by so much that a log can be read before Tekton deletes the pod. */
function untilItsLimit(workload: ObservedTaskRun, { timeLimit, seenFor }: Observation): Decision {
  const { progress, uid } = workload;
  if (timeLimit === undefined) return { kind: 'report', progress };
  const after = timeLimit * 1000 - seenFor(`the run of ${uid}`);
  if (after > 0) return { kind: 'report', progress, after };
  const running = progress.phases.find(({ kind }) => kind !== 'terminated');
  const phase = running !== undefined && { phase: running.phase };
  const cause: StopCause = { kind: 'timed-out', seconds: timeLimit, ...phase };
  return { kind: 'stop', workload, cause };
}
