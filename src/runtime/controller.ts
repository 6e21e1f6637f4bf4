import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { drain } from './drain.ts';
import type { Outcome, Reconcile } from './outcome.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { WorkQueue } from './work-queue.ts';

/** What is told of a reconcile that ended. */
export interface ReconcileReport {
  readonly key: string;
  readonly outcome: Outcome;
  /** In milliseconds. */
  readonly duration: number;
  /** When the key comes again by itself, in milliseconds from now; `undefined`: not before something adds it. */
  readonly againAfter: number | undefined;
}

/** What a controller tells of itself, for logs and metrics. */
export interface ControllerMetrics {
  started(key: string): void;
  ended(report: ReconcileReport): void;
}

/** What a controller is made of. */
export interface ControllerOptions {
  readonly reconcile: Reconcile;
  /** Whether what failed for this reason may succeed if it is tried again soon. */
  readonly isRetryable: (error: unknown) => boolean;
  readonly queue: WorkQueue;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  /** How many keys are worked on at once. */
  readonly workers: number;
  /** How long the keys that are left have when the controller is told to stop, in milliseconds. */
  readonly drainTime: number;
  readonly metrics?: ControllerMetrics;
}

/**
 * When to try again what does not seem to be worth it, in milliseconds: nobody may tell when something has changed that
 * the reconcile depends upon.
 */
const LATER = 300_000;

/** The keys that are worked on, and how to cut their work short. */
type Running = Map<string, AbortController>;

/**
 * Reconciles the keys of the queue until it is told to stop, and then those that are left; returns the keys that were not
 * finished in time. No error of a reconcile ends it.
 */
export async function runController(options: ControllerOptions, stop: AbortSignal): Promise<readonly string[]> {
  const running: Running = new Map();
  const workers = Array.from({ length: options.workers }, () => work(options, running));
  return drain({ ...options, running, workers: Promise.all(workers) }, stop);
}

async function work(options: ControllerOptions, running: Running): Promise<void> {
  const { queue, limiter } = options;
  for (let key = await queue.take(); key !== undefined; key = await queue.take()) {
    try {
      await workOn(key, options, running);
    } catch {
      // Metrics or `isRetryable` threw: a mistake of ours that must not cost the key, and that nobody is left to be told.
      queue.addAfter(key, limiter.delay(key));
    } finally {
      running.delete(key);
      queue.done(key);
    }
    // Reconciles that wait for nothing would else keep timers and sockets from their turn.
    await turn();
  }
}

async function workOn(key: string, options: ControllerOptions, running: Running): Promise<void> {
  const { reconcile, clock, metrics } = options;
  const cut = new AbortController();
  running.set(key, cut);
  const startedAt = clock.now();
  metrics?.started(key);
  const outcome = await outcomeOf(reconcile, key, cut.signal);
  const againAfter = settle(key, outcome, options);
  metrics?.ended({ key, outcome, duration: clock.now() - startedAt, againAfter });
}

async function outcomeOf(reconcile: Reconcile, key: string, signal: AbortSignal): Promise<Outcome> {
  try {
    return await reconcile(key, signal);
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** Sees to it that the key comes again if and when it must (controller-runtime, reconcileHandler). */
function settle(key: string, outcome: Outcome, options: ControllerOptions): number | undefined {
  const { isRetryable, queue, limiter } = options;
  const isFailing = outcome.kind === 'failed' && isRetryable(outcome.error);
  if (!isFailing) limiter.forget(key);
  const delay = isFailing ? limiter.delay(key) : delayOf(outcome);
  if (delay !== undefined) queue.addAfter(key, delay);
  return delay;
}

function delayOf(outcome: Outcome): number | undefined {
  switch (outcome.kind) {
    case 'done':
      return undefined;
    case 'requeue':
      return outcome.after;
    case 'failed':
      return LATER;
  }
}
