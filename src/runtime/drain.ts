import { once } from 'node:events';
import type { Clock } from './clock.ts';
import type { WorkQueue } from './work-queue.ts';

/** The work of a controller. */
interface Work {
  readonly queue: WorkQueue;
  readonly clock: Clock;
  /** Resolves when the queue is shut down and empty and all its keys are done. */
  readonly workers: Promise<unknown>;
  /** The running reconciles by key, and how to abort them. */
  readonly running: ReadonlyMap<string, AbortController>;
  readonly drainTimeoutMs: number;
}

/** The time that an aborted reconcile has to return. */
const ABORT_TIMEOUT_MS = 1000;

/**
 * Waits for the stop signal, then until the remaining work is done. After the drain timeout, aborts what still runs and
 * returns the keys that were not finished.
 */
export async function drain(work: Work, stop: AbortSignal): Promise<readonly string[]> {
  const { queue, clock, workers, running, drainTimeoutMs } = work;
  if (!stop.aborted) await once(stop, 'abort');
  queue.shutDown();
  if (await endsWithin(drainTimeoutMs, workers, clock)) return [];

  const unfinished = new Set([...running.keys(), ...queue.abandon()]);
  for (const reconcile of running.values()) reconcile.abort();
  await endsWithin(ABORT_TIMEOUT_MS, workers, clock);
  return [...unfinished];
}

function endsWithin(timeoutMs: number, work: Promise<unknown>, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(timeoutMs, () => resolve(false));
    void work.then(() => {
      cancel();
      resolve(true);
    });
  });
}
