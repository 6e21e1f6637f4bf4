import type { FailureCause } from '../failure/failure-cause.ts';
import { failureCauseOf } from '../failure/failure-cause-of.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';

/** Why a workload that has ended badly did so: what it was stopped for, or else what its own state tells. */
export function causeOfEnd(
  { stop, progress, grace, name }: ObservedWorkload,
  { timeLimit }: Observation,
): FailureCause {
  const cause = stop?.cause ?? failureCauseOf(progress) ?? { kind: 'workload-failed' };
  // The kubelet ends by signals what somebody deletes.
  if (grace !== undefined && endedBySignal(cause)) return { kind: 'workload-deleted', workload: name };
  // A kubelet says that there was a limit, and not which.
  return cause.kind === 'timed-out' && timeLimit !== undefined ? { seconds: timeLimit, ...cause } : cause;
}

/**
 * A program that a signal has ended ends with 128 and the signal's number; one of Go's, such as the lifecycle's, with 2
 * where it is a container's first process, which its own signals cannot end (Go, src/runtime/signal_unix.go,
 * `dieFromSignal`).
 */
function endedBySignal(cause: FailureCause): boolean {
  if (cause.kind !== 'phase-failed') return false;
  const { phase, terminated } = cause;
  const isOurs = phase === 'prepare' || phase === 'completion';
  return terminated.exitCode > 128 || (terminated.exitCode === 2 && !isOurs);
}
