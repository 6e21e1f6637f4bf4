import { once } from 'node:events';
import type { Clock } from './clock.ts';
import type { WorkQueue } from './work-queue.ts';

/** What is to come to an end. */
interface Draining {
  readonly queue: WorkQueue;
  readonly clock: Clock;
  /** Ends when the queue is empty and all its keys are done. */
  readonly workers: Promise<unknown>;
  readonly running: ReadonlyMap<string, AbortController>;
  readonly drainTime: number;
}

/** How long a reconcile that is cut short has to notice. */
const NOTICE_TIME = 1000;

/** Waits for the signal and then for the work that is left; cuts it short when its time is over, and returns what that hit. */
export async function drain(draining: Draining, stop: AbortSignal): Promise<readonly string[]> {
  const { queue, clock, workers, running, drainTime } = draining;
  if (!stop.aborted) await once(stop, 'abort');
  queue.shutDown();
  if (await endsWithin(drainTime, workers, clock)) return [];

  const unfinished = new Set([...running.keys(), ...queue.abandon()]);
  for (const cut of running.values()) cut.abort();
  await endsWithin(NOTICE_TIME, workers, clock);
  return [...unfinished];
}

function endsWithin(time: number, work: Promise<unknown>, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(time, () => resolve(false));
    void work.then(() => {
      cancel();
      resolve(true);
    });
  });
}
