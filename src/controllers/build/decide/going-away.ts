import type { FailureCause } from '../failure/failure-cause.ts';
import { failureCauseOf } from '../failure/failure-cause-of.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';
import type { Decision } from './decision.ts';

/** A node that does not answer keeps what is deleted for ever. In milliseconds beyond the grace that it had. */
const PATIENCE_WITH_NODES = 60_000;

/** Somebody deletes the workload: it may still end well, so it is waited for until it has gone. */
export function goingAway(workload: ObservedWorkload, { seenFor }: Observation): Decision | undefined {
  const { grace, progress, stop, name, uid } = workload;
  if (grace === undefined) return undefined;
  const after = grace + PATIENCE_WITH_NODES - seenFor(`the deletion of ${uid}`);
  if (after > 0) return { kind: 'report', progress, after };
  const cause = stop?.cause ?? disruptionOf(workload) ?? { kind: 'workload-deleted', workload: name };
  return { kind: 'fail', cause, workload };
}

/** What the platform says of why it takes the pod away. */
function disruptionOf({ progress }: ObservedWorkload): FailureCause | undefined {
  const cause = failureCauseOf(progress);
  const isDisruption = cause?.kind === 'evicted' || cause?.kind === 'preempted' || cause?.kind === 'node-lost';
  return isDisruption ? cause : undefined;
}
