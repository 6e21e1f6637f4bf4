import { isKubeError } from '../kube-error.ts';
import { type LeaderElectionOptions, LEASE_TIMES, jitteredRetryPeriodMs } from './options.ts';
import type { LeaseLock, LeaseRecord } from './lease-lock.ts';

/** A Lease that this process holds. */
export interface HeldLease {
  readonly record: LeaseRecord;
  /** The start of the last renewal, by `Clock.elapsed`. */
  readonly renewedAtMs: number;
}

/** Waits until this process holds the Lease. Returns `undefined` if the signal is aborted first. */
export async function acquire(options: LeaderElectionOptions, lease: LeaseLock): Promise<HeldLease | undefined> {
  const { clock, random, times = LEASE_TIMES, signal, report } = options;
  let observed: ObservedLease | undefined;
  while (!signal.aborted) {
    let delayMs = jitteredRetryPeriodMs(times, random());
    try {
      const record = await lease.read(signal);
      observed = record === undefined ? undefined : observe(observed, record, clock.elapsed());
      const leftMs = observed === undefined ? 0 : remainingMs(observed, options);
      const renewedAtMs = clock.elapsed();
      if (leftMs === 0) return { record: await lease.acquire(record, signal), renewedAtMs };
      options.onStandby?.();
      // Do not wait longer than the Lease lasts: waiting a whole retry period would take over late.
      delayMs = Math.min(delayMs, leftMs);
    } catch (error) {
      // Another candidate acquired the Lease first.
      if (!signal.aborted && !isKubeError(error, 'CONFLICT', 'ALREADY_EXISTS')) report(error);
    }
    await clock.sleep(delayMs, signal).catch(() => undefined);
  }
  return undefined;
}

function remainingMs(observed: ObservedLease, { clock, identity, times = LEASE_TIMES }: LeaderElectionOptions): number {
  return msUntilExpiry(observed, { identity, leaseDurationMs: times.leaseDurationMs, elapsedMs: clock.elapsed() });
}

/**
 * A Lease and when this process first observed its current version. Only local times are compared, because clocks of
 * other machines can differ (client-go's `observedRecord` and `observedTime`).
 */
export interface ObservedLease {
  readonly record: LeaseRecord;
  /** By `Clock.elapsed`. */
  readonly observedAtMs: number;
}

/** Returns the observation of a record. Keeps the earlier time if the Lease has not changed. */
function observe(observed: ObservedLease | undefined, record: LeaseRecord, elapsedMs: number): ObservedLease {
  return observed?.record.resourceVersion === record.resourceVersion ? observed : { record, observedAtMs: elapsedMs };
}

/** Returns how long until the Lease can be acquired: 0 if no process holds it, or if this one does. */
function msUntilExpiry(
  { record, observedAtMs }: ObservedLease,
  {
    identity,
    leaseDurationMs,
    elapsedMs,
  }: { readonly identity: string; readonly leaseDurationMs: number; readonly elapsedMs: number },
): number {
  if (record.holder === '' || record.holder === identity) return 0;
  return Math.max(0, observedAtMs + (record.durationMs ?? leaseDurationMs) - elapsedMs);
}
