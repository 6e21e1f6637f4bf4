import { acquire, type Holding } from './acquire.ts';
import { keep } from './keep.ts';
import type { LeaderOptions } from './leader-options.ts';
import { leaseClient, type LeaseClient } from './lease-client.ts';

/** How a time as leader ended: as it was told to, or because the lease was lost. */
export type EndOfLead = 'stopped' | 'lost';

/**
 * Waits for the lease, does the work while it is ours, and gives it back. The work's signal is aborted when it is time to
 * stop; the lease is renewed until the work has ended, and released only then. After `lost`, begin anew or end the process.
 */
export async function lead(options: LeaderOptions, work: (stop: AbortSignal) => Promise<void>): Promise<EndOfLead> {
  const lease = leaseClient(options);
  const acquired = await acquire(options, lease);
  if (acquired === undefined) return 'stopped';
  const stop = new AbortController();
  const enough = new AbortController();
  const onStop = (): void => stop.abort(options.signal.reason);
  options.signal.addEventListener('abort', onStop, { once: true });
  if (options.signal.aborted) onStop();
  const keeping = keep(options, lease, acquired, enough.signal);
  const losing = keeping.then((holding) => {
    if (holding === undefined) stop.abort(new Error(`the lease ${options.namespace}/${options.name} is lost`));
  });
  try {
    await work(stop.signal);
  } finally {
    enough.abort();
    options.signal.removeEventListener('abort', onStop);
    await losing;
    await giveBack(options, lease, await keeping);
  }
  return (await keeping) === undefined ? 'lost' : 'stopped';
}

/** Others take over at once, and not when the lease has expired. */
async function giveBack({ report }: LeaderOptions, lease: LeaseClient, holding: Holding | undefined): Promise<void> {
  if (holding === undefined) return;
  await lease.release(holding.record).catch(report);
}
