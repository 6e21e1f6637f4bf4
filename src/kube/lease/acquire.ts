import { isKubeError } from '../kube-error.ts';
import { LEASE_TIMES, retryWait, type LeaderOptions } from './leader-options.ts';
import type { LeaseClient } from './lease-client.ts';
import type { LeaseRecord } from './lease-record.ts';
import { observe, timeLeft, type Observation } from './observation.ts';

/** A lease that is ours. */
export interface Holding {
  readonly record: LeaseRecord;
  /** When the last sign of life was begun, by `Collaborators.elapsed`. */
  readonly renewedAt: number;
}

/** Waits until the lease is ours; `undefined` if the signal ends the wait. */
export async function acquire(options: LeaderOptions, lease: LeaseClient): Promise<Holding | undefined> {
  const { collaborators, times = LEASE_TIMES, signal, report } = options;
  let seen: Observation | undefined;
  while (!signal.aborted) {
    let wait = retryWait(times, collaborators.random());
    try {
      const record = await lease.read(signal);
      seen = record === undefined ? undefined : observe(seen, record, collaborators.elapsed());
      const left = seen === undefined ? 0 : leftOf(seen, options);
      const renewedAt = collaborators.elapsed();
      if (left === 0) return { record: await lease.take(record, signal), renewedAt };
      options.heard?.();
      // No later than it expires: who waits a whole period would take over late.
      wait = Math.min(wait, left);
    } catch (error) {
      // Somebody else was faster.
      if (!signal.aborted && !isKubeError(error, 'CONFLICT', 'ALREADY_EXISTS')) report(error);
    }
    await collaborators.sleep(wait, signal).catch(() => undefined);
  }
  return undefined;
}

function leftOf(seen: Observation, { collaborators, identity, times = LEASE_TIMES }: LeaderOptions): number {
  return timeLeft(seen, { identity, duration: times.leaseDuration, elapsed: collaborators.elapsed() });
}
