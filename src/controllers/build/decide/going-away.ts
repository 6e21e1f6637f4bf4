import type { FailureCause } from '../failure/failure-cause.ts';
import { failureCauseOf } from '../failure/failure-cause-of.ts';
import type { ObservedWorkload } from '../observe/observation.ts';
import type { Decision } from './decision.ts';

/** A node that does not answer keeps what is deleted for ever. In milliseconds beyond the grace that it had. */
const PATIENCE_WITH_NODES = 60_000;

/** Somebody deletes the workload: it may still end well, so it is waited for until it has gone. */
export function goingAway(workload: ObservedWorkload, now: number): Decision | undefined {
  const { deletedAt, progress, stop, name } = workload;
  if (deletedAt === undefined) return undefined;
  const until = deletedAt + PATIENCE_WITH_NODES;
  if (now < until) return { kind: 'report', progress, until };
  const cause = stop?.cause ?? disruptionOf(workload) ?? { kind: 'workload-deleted', workload: name };
  return { kind: 'fail', cause, workload };
}

/** What the platform says of why it takes the pod away. */
function disruptionOf({ progress }: ObservedWorkload): FailureCause | undefined {
  const cause = failureCauseOf(progress);
  const isDisruption = cause?.kind === 'evicted' || cause?.kind === 'preempted' || cause?.kind === 'node-lost';
  return isDisruption ? cause : undefined;
}
