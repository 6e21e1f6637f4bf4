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

function endedBySignal(cause: FailureCause): boolean {
  return cause.kind === 'phase-failed' && cause.terminated.exitCode > 128;
}
