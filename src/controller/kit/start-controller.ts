import { KubeError } from '../../clients/kube/kube-error.ts';
import { WorkPending } from '../../core/runtime/work-pending.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import { runController, type ControllerMetrics, type Outcome, type Reconcile } from '../../core/runtime/controller.ts';
import { RateLimiter, retryLimits } from '../../core/runtime/rate-limiter.ts';
import { WorkQueue, type QueueMetrics } from '../../core/runtime/work-queue.ts';
import type { Priority } from '../../core/runtime/priority-queue.ts';

/** One controller: how it reconciles a key, and which changes enqueue one. */
export interface Controller {
  /** The plural of the resource that it reconciles: `builds`. */
  readonly name: string;
  readonly reconcile: Reconcile;
  /** Subscribes to changes and enqueues keys. Resolves when the caches are synced and the first key can be reconciled. */
  readonly watch: (enqueue: Enqueue) => Promise<unknown>;
  /** Returns the priority in the work queue of a key that `watch` enqueues without a priority, or that is requeued. */
  readonly priorityOf?: (key: string) => Priority;
  /** The number of keys that are reconciled in parallel. */
  readonly workers: number;
  /** The maximum delay before a failed key is retried; `RateLimiter`'s default if it is not set. */
  readonly maxRetryDelayMs?: number;
}

/** Adds a key to the work queue. Work that starts something is `high`, and work that only reports is `low`. */
export type Enqueue = (key: string, priority?: Priority) => void;

export interface ControllerDependencies {
  readonly clock: Clock;
  /** The time that running reconciles have to finish after the stop signal. */
  readonly drainTimeoutMs: number;
  readonly metrics: (controller: string) => { readonly controller: ControllerMetrics; readonly queue: QueueMetrics };
}

/** Runs a controller until the signal is aborted. Resolves to the keys that were not finished within the drain timeout. */
export async function startController(
  { name, reconcile, watch, priorityOf, workers, maxRetryDelayMs }: Controller,
  { clock, drainTimeoutMs, metrics }: ControllerDependencies,
  stop: AbortSignal,
): Promise<readonly string[]> {
  const { controller, queue: queueMetrics } = metrics(name);
  const queue = new WorkQueue(clock, queueMetrics, priorityOf);
  const limiter = new RateLimiter(clock, retryLimits(maxRetryDelayMs));
  await watch((key, priority) => queue.add(key, priority));
  return runController(
    {
      reconcile: async (key, signal) => requeueIfPending(reconcile(key, signal)),
      isRetryable,
      queue,
      limiter,
      clock,
      workers,
      drainTimeoutMs,
      metrics: controller,
    },
    stop,
  );
}

/** Pending work, such as a registry lookup, is not a failure: the key is requeued, and no worker waits for it. */
async function requeueIfPending(outcome: Promise<Outcome>): Promise<Outcome> {
  try {
    return await outcome;
  } catch (error) {
    if (error instanceof WorkPending) return { kind: 'requeue', afterMs: error.retryAfterMs };
    throw error;
  }
}

/** True if a failed reconcile is retried with backoff. An invalid object or configuration fails again until it changes. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof KubeError)) return true;
  switch (error.code) {
    case 'UNREACHABLE':
    case 'NETWORK':
    case 'TIMED_OUT':
    case 'TLS':
    case 'BAD_ANSWER':
    case 'TOO_LARGE':
    case 'CREDENTIALS':
    case 'UNAUTHORIZED':
    case 'FORBIDDEN':
    case 'NOT_FOUND':
    case 'ALREADY_EXISTS':
    case 'CONFLICT':
    case 'GONE':
    case 'RATE_LIMITED':
    case 'UNAVAILABLE':
    case 'REFUSED':
      return true;
    case 'CONFIGURATION':
    case 'INVALID':
      return false;
  }
}
