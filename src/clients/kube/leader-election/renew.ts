import { isKubeError, KubeError } from '../kube-error.ts';
import type { HeldLease } from './acquire.ts';
import { LEASE_TIMES, jitteredRetryPeriodMs, type LeaderElectionOptions } from './options.ts';
import type { LeaseLock } from './lease-lock.ts';

/** Renews the Lease until the signal is aborted. Returns the held Lease, or `undefined` if the Lease is lost. */
export async function renewUntil(
  options: LeaderElectionOptions,
  lease: LeaseLock,
  acquired: HeldLease,
  finished: AbortSignal,
): Promise<HeldLease | undefined> {
  const { clock, random, times = LEASE_TIMES } = options;
  let held: HeldLease | undefined = acquired;
  while (held !== undefined && !finished.aborted) {
    const leftMs = remainingMs(held, options);
    const delayMs = Math.min(jitteredRetryPeriodMs(times, random()), leftMs);
    await clock.sleep(delayMs, finished).catch(() => undefined);
    if (!finished.aborted) held = await renewBeforeDeadline(options, lease, held);
  }
  return held;
}

/**
 * Makes one attempt to renew. Returns `undefined` if the attempt has not ended by the renew deadline, because another
 * process can acquire the Lease soon after.
 */
async function renewBeforeDeadline(
  options: LeaderElectionOptions,
  lease: LeaseLock,
  held: HeldLease,
): Promise<HeldLease | undefined> {
  const { clock, report, namespace, name } = options;
  const leftMs = remainingMs(held, options);
  if (leftMs <= 0) return undefined;
  const [expired, ended] = [new AbortController(), new AbortController()];
  const deadline = async (): Promise<undefined> => {
    await clock.sleep(leftMs, ended.signal);
    const message = 'no response before the renew deadline; the lease counts as lost';
    const error = new KubeError('TIMED_OUT', `renew lease ${namespace}/${name}`, message);
    report(error);
    expired.abort(error);
  };
  try {
    // The client's timeout starts only after it has credentials, which can take long.
    return await Promise.race([tryRenew(options, lease, held, expired.signal), deadline()]);
  } finally {
    ended.abort();
  }
}

/** Returns the renewed Lease, the same Lease after a failure, or `undefined` if the Lease is lost. */
async function tryRenew(
  options: LeaderElectionOptions,
  lease: LeaseLock,
  held: HeldLease,
  expired: AbortSignal,
): Promise<HeldLease | undefined> {
  const { clock, report } = options;
  const renewedAtMs = clock.elapsed();
  try {
    return { record: await lease.renew(held.record, remainingMs(held, options), expired), renewedAtMs };
  } catch (error) {
    if (isKubeError(error, 'CONFLICT', 'NOT_FOUND')) return readAfterConflict(options, lease, held, expired);
    if (!expired.aborted) report(error);
    return remainingMs(held, options) > 0 ? held : undefined;
  }
}

/** The conflict can come from this process: an earlier renewal was stored, but its response got lost. */
async function readAfterConflict(
  { identity, report }: LeaderElectionOptions,
  lease: LeaseLock,
  held: HeldLease,
  expired: AbortSignal,
): Promise<HeldLease | undefined> {
  try {
    const record = await lease.read(expired);
    return record?.holder === identity ? { ...held, record } : undefined;
  } catch (error) {
    if (!expired.aborted) report(error);
    return held;
  }
}

function remainingMs({ renewedAtMs }: HeldLease, { clock, times = LEASE_TIMES }: LeaderElectionOptions): number {
  return renewedAtMs + times.renewDeadlineMs - clock.elapsed();
}
