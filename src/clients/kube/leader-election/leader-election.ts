import { acquire, type HeldLease } from './acquire.ts';
import { renewUntil } from './renew.ts';
import type { LeaderElectionOptions } from './options.ts';
import { leaseLock, type LeaseLock } from './lease-lock.ts';

/** How leadership ended: stopped by the signal or by the end of the work, or lost. */
export type LeadershipEnd = 'stopped' | 'lost';

/**
 * Waits for the Lease, runs the work while this process is the leader, and releases the Lease after the work has ended.
 * The work's signal is aborted when the caller stops or the Lease is lost. After `lost`, start again or exit. Errors of
 * the work are thrown.
 */
export async function runAsLeader(
  options: LeaderElectionOptions,
  work: (stop: AbortSignal) => Promise<void>,
): Promise<LeadershipEnd> {
  const lease = leaseLock(options);
  const acquired = await acquire(options, lease);
  if (acquired === undefined) return 'stopped';
  const stop = new AbortController();
  const finished = new AbortController();
  const onStop = (): void => stop.abort(options.signal.reason);
  options.signal.addEventListener('abort', onStop, { once: true });
  if (options.signal.aborted) onStop();
  const renewing = renewUntil(options, lease, acquired, finished.signal);
  const stopOnLoss = renewing.then((holding) => {
    if (holding === undefined) stop.abort(new Error(`the lease ${options.namespace}/${options.name} is lost`));
  });
  try {
    await work(stop.signal);
  } finally {
    finished.abort();
    options.signal.removeEventListener('abort', onStop);
    await stopOnLoss;
    await releaseLease(options, lease, await renewing);
  }
  return (await renewing) === undefined ? 'lost' : 'stopped';
}

/** Releasing lets another candidate take over at once instead of after the lease duration. */
async function releaseLease(
  { report }: LeaderElectionOptions,
  lease: LeaseLock,
  holding: HeldLease | undefined,
): Promise<void> {
  if (holding === undefined) return;
  await lease.release(holding.record).catch(report);
}
