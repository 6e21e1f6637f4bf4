import type { LeaseRecord } from './lease-record.ts';

/** A lease, and since when it has been seen as it is, on our own clock. Nobody's clock is compared with another's. */
export interface Observation {
  readonly record: LeaseRecord;
  /** By `Collaborators.elapsed`. */
  readonly since: number;
}

/** What is seen now: anew if anything was written since, else still the same. */
export function observe(seen: Observation | undefined, record: LeaseRecord, elapsed: number): Observation {
  return seen?.record.resourceVersion === record.resourceVersion ? seen : { record, since: elapsed };
}

/** How long until it may be taken, in milliseconds: not at all if nobody holds it, or if we do. */
export function timeLeft(
  { record, since }: Observation,
  { identity, duration, elapsed }: { readonly identity: string; readonly duration: number; readonly elapsed: number },
): number {
  if (record.holder === '' || record.holder === identity) return 0;
  return Math.max(0, since + (record.duration ?? duration) - elapsed);
}
