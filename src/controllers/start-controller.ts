import type { Clock } from '../runtime/clock.ts';
import { runController, type ControllerMetrics } from '../runtime/controller.ts';
import { StillAsking } from '../registry-access/still-asking.ts';
import type { Outcome, Reconcile } from '../runtime/outcome.ts';
import { RateLimiter, retryLimits } from '../runtime/rate-limit.ts';
import { WorkQueue, type QueueMetrics } from '../runtime/work-queue.ts';
import { isRetryable } from './cluster/retryable.ts';

/** What one controller is: what it does with a key, and what makes it look at one. */
export interface Controller {
  /** The plural of what it reconciles: `builds`. */
  readonly name: string;
  readonly reconcile: Reconcile;
  /** Starts to add keys; what it waits for are caches that have to be full before the first key is worked on. */
  readonly watch: (enqueue: Enqueue) => Promise<unknown>;
  /** How many keys are worked on at once. */
  readonly workers: number;
  /** After how long at most what failed is tried again, in milliseconds; some quarter of an hour where not told. */
  readonly longestDelay?: number;
}

/** Has a key looked at. */
export type Enqueue = (key: string) => void;

export interface ControllerShell {
  readonly clock: Clock;
  /** How long the keys that are left have when it is told to stop, in milliseconds. */
  readonly drainTime: number;
  readonly metrics: (controller: string) => { readonly controller: ControllerMetrics; readonly queue: QueueMetrics };
}

/** Runs a controller until it is told to stop; resolves to the keys that were not finished in time. */
export async function startController(
  { name, reconcile, watch, workers, longestDelay }: Controller,
  { clock, drainTime, metrics }: ControllerShell,
  stop: AbortSignal,
): Promise<readonly string[]> {
  const { controller, queue: queueMetrics } = metrics(name);
  const queue = new WorkQueue(clock, queueMetrics);
  const limiter = new RateLimiter(clock, retryLimits(longestDelay));
  await watch((key) => queue.add(key));
  return runController(
    {
      reconcile: async (key, signal) => outcomeOf(reconcile(key, signal)),
      isRetryable,
      queue,
      limiter,
      clock,
      workers,
      drainTime,
      metrics: controller,
    },
    stop,
  );
}

/** A registry that takes its time is no failure, and no worker waits for it. */
async function outcomeOf(work: Promise<Outcome>): Promise<Outcome> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StillAsking) return { kind: 'requeue', after: error.again };
    throw error;
  }
}
