import type { ControllerMetrics } from '../runtime/controller.ts';
import type { QueueMetrics } from '../runtime/work-queue.ts';

/** What watches a controller at work. */
export interface ControllerObserver {
  readonly controller: ControllerMetrics;
  readonly queue: QueueMetrics;
}

/** All of these as one. */
export function everyObserver(observers: readonly Partial<ControllerObserver>[]): ControllerObserver {
  return {
    controller: {
      started: (key) => observers.forEach(({ controller }) => controller?.started(key)),
      ended: (report) => observers.forEach(({ controller }) => controller?.ended(report)),
    },
    queue: {
      depth: (keys) => observers.forEach(({ queue }) => queue?.depth(keys)),
      waited: (time) => observers.forEach(({ queue }) => queue?.waited(time)),
    },
  };
}
