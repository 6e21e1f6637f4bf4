import type { Clock } from '../../core/runtime/clock.ts';
import type { ControllerMetrics } from '../../core/runtime/controller.ts';
import type { QueueMetrics } from '../../core/runtime/work-queue.ts';
import type { Log } from './log.ts';
import type { ReconcileContexts } from './reconcile-contexts.ts';

/** Receives the events of a controller and of its queue. */
export interface ControllerObserver {
  readonly controller: ControllerMetrics;
  readonly queue: QueueMetrics;
}

/** Combines several observers into one. */
export function combineObservers(observers: readonly Partial<ControllerObserver>[]): ControllerObserver {
  return {
    controller: {
      started: (key) => observers.forEach(({ controller }) => controller?.started(key)),
      ended: (report) => observers.forEach(({ controller }) => controller?.ended(report)),
    },
    queue: {
      depth: (keys) => observers.forEach(({ queue }) => queue?.depth(keys)),
      waited: (timeMs) => observers.forEach(({ queue }) => queue?.waited(timeMs)),
    },
  };
}

/** Logs the result of each reconcile. */
export function controllerLog(controller: string, log: Log, contexts: ReconcileContexts): ControllerMetrics {
  return {
    started: () => undefined,
    ended: ({ key, outcome, durationMs, requeueAfterMs }) => {
      const fields = {
        ...contexts.of(controller, key),
        milliseconds: Math.round(durationMs),
        ...(requeueAfterMs !== undefined && { requeueAfterMs: Math.round(requeueAfterMs) }),
      };
      contexts.end(controller, key);
      if (outcome.kind !== 'failed') log.debug('reconciled', fields);
      else if (requeueAfterMs === undefined) log.failure('reconcile failed', outcome.error, fields);
      else log.failure('reconcile failed; it will be retried', outcome.error, fields);
    },
  };
}

/** The reconciles that are running, for the liveness probe. */
export interface RunningReconciles {
  readonly observerOf: (controller: string) => ControllerMetrics;
  /** Returns the reconciles that have been running for longer than the limit, such as `builds team/x`. */
  readonly longerThan: (limitMs: number) => readonly string[];
}

/** Tracks running reconciles, to find those that never end. */
export function runningReconciles(clock: Pick<Clock, 'elapsed'>): RunningReconciles {
  const startedAt = new Map<string, number>();
  return {
    observerOf: (controller) => ({
      started: (key) => void startedAt.set(`${controller} ${key}`, clock.elapsed()),
      ended: ({ key }) => void startedAt.delete(`${controller} ${key}`),
    }),
    longerThan: (limitMs) => {
      const now = clock.elapsed();
      return [...startedAt].filter(([, start]) => now - start > limitMs).map(([reconcile]) => reconcile);
    },
  };
}
