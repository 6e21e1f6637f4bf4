import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { WorkQueue } from './work-queue.ts';
import { once } from 'node:events';

/** The result of one reconcile (controller-runtime's `Result` and error). */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'requeue'; readonly afterMs: number }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Reconciles the object with this key. The controller aborts the signal if the reconcile outlasts the drain timeout. */
export type Reconcile = (key: string, signal: AbortSignal) => Promise<Outcome>;

/** A reconcile that has ended. */
export interface ReconcileReport {
  readonly key: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
  /** The milliseconds until the key is requeued; `undefined` if only a change enqueues it again. */
  readonly requeueAfterMs: number | undefined;
}

/** Receives the start and end of each reconcile, for logs and metrics. */
export interface ControllerMetrics {
  started(key: string): void;
  ended(report: ReconcileReport): void;
}

export interface ControllerOptions {
  readonly reconcile: Reconcile;
  /** True if a reconcile that failed with this error is retried with backoff. */
  readonly isRetryable: (error: unknown) => boolean;
  readonly queue: WorkQueue;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  /** The number of keys that are reconciled in parallel. */
  readonly workers: number;
  /** The time that running reconciles have to finish after the stop signal. */
  readonly drainTimeoutMs: number;
  readonly metrics?: ControllerMetrics;
}

/** The retry of an error that is not retryable: what the reconcile depends on can change without an event. */
const PERMANENT_FAILURE_RETRY_MS = 300_000;

/** The keys of running reconciles, and how to abort them. */
type Running = Map<string, AbortController>;

/**
 * Reconciles the keys of the queue until the stop signal, then drains the queue. Returns the keys that were not finished
 * within the drain timeout. An error of a reconcile never stops the controller.
 */
export async function runController(options: ControllerOptions, stop: AbortSignal): Promise<readonly string[]> {
  const running: Running = new Map();
  const workers = Array.from({ length: options.workers }, () => work(options, running));
  return drain(options, running, Promise.all(workers), stop);
}

async function work(options: ControllerOptions, running: Running): Promise<void> {
  const { queue, limiter } = options;
  for (let key = await queue.take(); key !== undefined; key = await queue.take()) {
    try {
      await reconcileKey(key, options, running);
    } catch {
      // Metrics or `isRetryable` threw. That bug must not lose the key, and there is nowhere left to report it.
      queue.addAfter(key, limiter.delayMs(key));
    } finally {
      running.delete(key);
      queue.done(key);
    }
    // Reconciles that never wait would starve timers and sockets.
    await turn();
  }
}

async function reconcileKey(key: string, options: ControllerOptions, running: Running): Promise<void> {
  const { reconcile, clock, metrics } = options;
  const abort = new AbortController();
  running.set(key, abort);
  const startedAt = clock.elapsed();
  metrics?.started(key);
  const outcome = await outcomeOf(reconcile, key, abort.signal);
  const requeueAfterMs = requeue(key, outcome, options);
  metrics?.ended({ key, outcome, durationMs: clock.elapsed() - startedAt, requeueAfterMs });
}

async function outcomeOf(reconcile: Reconcile, key: string, signal: AbortSignal): Promise<Outcome> {
  try {
    return await reconcile(key, signal);
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** Requeues the key if its outcome asks for that, and returns the delay (controller-runtime, reconcileHandler). */
function requeue(key: string, outcome: Outcome, options: ControllerOptions): number | undefined {
  const { isRetryable, queue, limiter } = options;
  const isRetried = outcome.kind === 'failed' && isRetryable(outcome.error);
  if (!isRetried) limiter.forget(key);
  const delayMs = isRetried ? limiter.delayMs(key) : requeueDelayMs(outcome);
  if (delayMs !== undefined) queue.addAfter(key, delayMs);
  return delayMs;
}

function requeueDelayMs(outcome: Outcome): number | undefined {
  switch (outcome.kind) {
    case 'done':
      return undefined;
    case 'requeue':
      return outcome.afterMs;
    case 'failed':
      return PERMANENT_FAILURE_RETRY_MS;
  }
}

/** The time that an aborted reconcile has to return. */
const ABORT_TIMEOUT_MS = 1000;

/**
 * Waits for the stop signal, then until the remaining work is done. After the drain timeout, aborts what still runs and
 * returns the keys that were not finished.
 */
async function drain(
  { queue, clock, drainTimeoutMs }: ControllerOptions,
  running: Running,
  workers: Promise<unknown>,
  stop: AbortSignal,
): Promise<readonly string[]> {
  if (!stop.aborted) await once(stop, 'abort');
  queue.shutDown();
  if (await endsWithin(drainTimeoutMs, workers, clock)) return [];

  const unfinished = new Set([...running.keys(), ...queue.abandon()]);
  for (const reconcile of running.values()) reconcile.abort();
  await endsWithin(ABORT_TIMEOUT_MS, workers, clock);
  return [...unfinished];
}

function endsWithin(timeoutMs: number, workers: Promise<unknown>, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(timeoutMs, () => resolve(false));
    void workers.then(() => {
      cancel();
      resolve(true);
    });
  });
}
