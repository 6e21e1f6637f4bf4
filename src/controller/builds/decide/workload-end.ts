import { lacksCompletion, successfulCompletion } from '../../../../translators/progress/phases.ts';
import type { BuildProgress } from '../../../core/model/build-progress.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import { causeOfEndedPhases, observedCause } from '../failure/workload-cause.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';
import type { Decision } from './decision.ts';

/**
 * True if completion succeeded: then the image exists and is reported, whatever happens to the workload. A debugged Build that does
 * not push has no completion. Then true if all its phases have succeeded.
 */
export function isCompleted({ phases }: BuildProgress): boolean {
  if (!lacksCompletion(phases)) return successfulCompletion(phases) !== undefined;
  return phases.every((phase) => phase.kind === 'terminated' && phase.exitCode === 0);
}

/** Returns why a workload failed: the cause for which the controller stopped it, or what its own state shows. */
export function causeOfEnd(
  { stop, progress, gracePeriodMs, name }: ObservedWorkload,
  { timeLimitSeconds }: Observation,
): FailureCause {
  const cause = stop?.cause ?? observedCause(progress) ?? causeOfEndedPhases(progress) ?? { kind: 'workload-failed' };
  // The kubelet ends the containers of a deleted Pod by signals.
  if (gracePeriodMs !== undefined && isEndedBySignal(cause)) return { kind: 'workload-deleted', workload: name };
  // The kubelet reports that a limit was exceeded, but not which limit.
  return cause.kind === 'timed-out' && timeLimitSeconds !== undefined ? { seconds: timeLimitSeconds, ...cause } : cause;
}

/**
 * A program that a signal ended exits with 128 plus the signal's number. A Go program such as the lifecycle exits with 2 if
 * it is the container's first process, which cannot kill itself by a signal (Go, src/runtime/signal_unix.go,
 * `dieFromSignal`).
 */
function isEndedBySignal(cause: FailureCause): boolean {
  if (cause.kind !== 'phase-failed') return false;
  const { phase, terminated } = cause;
  const isTaskpackStep = phase === 'prepare' || phase === 'completion';
  return terminated.exitCode > 128 || (terminated.exitCode === 2 && !isTaskpackStep);
}

/** A Pod on a node that does not answer stays terminating forever. The Build waits this long beyond the grace period. */
const NODE_TIMEOUT_MS = 60_000;

/**
 * Decides on a workload that is being deleted; returns `undefined` for any other. A terminating workload can still succeed,
 * so the Build waits until the API server has removed it.
 */
export function decideOnTerminating(
  workload: ObservedWorkload,
  { observedForMs }: Observation,
): (Decision & { readonly kind: 'report' | 'fail' }) | undefined {
  const { gracePeriodMs, progress, stop, name, uid } = workload;
  if (gracePeriodMs === undefined) return undefined;
  const requeueAfterMs = gracePeriodMs + NODE_TIMEOUT_MS - observedForMs(`deletion of ${uid}`);
  if (requeueAfterMs > 0) return { kind: 'report', progress, requeueAfterMs };
  const cause = stop?.cause ?? disruptionOf(workload) ?? { kind: 'workload-deleted', workload: name };
  return { kind: 'fail', cause, workload };
}

/** Deletes a workload that is replaced, and waits until it is gone. Its progress is not reported any more. */
export function replace(workload: ObservedWorkload, observation: Observation): Decision {
  const decision = decideOnTerminating(workload, observation) ?? { kind: 'delete-workload', workload };
  if (decision.kind !== 'report') return decision;
  const { requeueAfterMs } = decision;
  return { kind: 'wait', ...(requeueAfterMs !== undefined && { requeueAfterMs }) };
}

/** Returns the platform's reason for deleting the Pod, if there is one. */
function disruptionOf({ progress }: ObservedWorkload): FailureCause | undefined {
  const cause = observedCause(progress);
  const isDisruption = cause?.kind === 'evicted' || cause?.kind === 'preempted' || cause?.kind === 'node-lost';
  return isDisruption ? cause : undefined;
}
