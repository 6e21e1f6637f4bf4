import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ControllerMetrics } from '../runtime/controller.ts';
import type { Outcome } from '../runtime/outcome.ts';
import type { QueueMetrics } from '../runtime/work-queue.ts';
import type { ControllerObserver } from './controller-observer.ts';

/** From a cached look to an image that is published, in seconds. */
const RECONCILE_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const QUEUE_BUCKETS = [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

/** Metrics of controllers, as controller-runtime names them (pkg/metrics, pkg/internal/controller/metrics). */
export function controllerMetrics(registry: Registry): (controller: string) => ControllerObserver {
  const queue = queueMetrics(registry);
  const reconciles = reconcileMetrics(registry);
  return (controller) => ({ controller: reconciles(controller), queue: queue(controller) });
}

function queueMetrics(registry: Registry): (name: string) => QueueMetrics {
  const registers = [registry];
  const named = { labelNames: ['name'], registers } as const;
  const depth = new Gauge({ name: 'workqueue_depth', help: 'Keys that wait for a worker', ...named });
  const wait = new Histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'How long keys have waited for a worker',
    buckets: QUEUE_BUCKETS,
    ...named,
  });
  return (name) => ({
    depth: (keys) => depth.set({ name }, keys),
    waited: (milliseconds) => wait.observe({ name }, milliseconds / 1000),
  });
}

function reconcileMetrics(registry: Registry): (controller: string) => ControllerMetrics {
  const registers = [registry];
  const total = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Reconciles that have ended',
    labelNames: ['controller', 'result'],
    registers,
  });
  const active = new Gauge({
    name: 'controller_runtime_active_workers',
    help: 'Keys that are worked on',
    labelNames: ['controller'],
    registers,
  });
  const time = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'How long reconciles took',
    labelNames: ['controller'],
    buckets: RECONCILE_BUCKETS,
    registers,
  });
  return (controller) => ({
    started: () => active.inc({ controller }),
    ended: ({ outcome, duration }) => {
      active.dec({ controller });
      total.inc({ controller, result: resultOf(outcome) });
      time.observe({ controller }, duration / 1000);
    },
  });
}

/** In controller-runtime's words. */
function resultOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'done':
      return 'success';
    case 'requeue':
      return 'requeue_after';
    case 'failed':
      return 'error';
  }
}
