import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ControllerMetrics, Outcome } from '../../core/runtime/controller.ts';
import type { QueueMetrics } from '../../core/runtime/work-queue.ts';
import type { ControllerObserver } from './controller-observer.ts';

/** From a reconcile that only reads caches to one that publishes an image, in seconds. */
const RECONCILE_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const QUEUE_BUCKETS = [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

/** Creates a registry with the metrics of the process: memory, CPU, event loop and garbage collection. */
export function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Registers the gauge that is 1 in the process that leads, under client-go's name (k8s.io/client-go, tools/leaderelection). */
export function leaderMetric(registry: Registry, lease: string, isLeading: () => boolean): void {
  const gauge: Gauge<'name'> = new Gauge({
    name: 'leader_election_master_status',
    help: '1 if this process holds the Lease with this name and works, 0 if it is a standby',
    labelNames: ['name'],
    registers: [registry],
    collect: () => gauge.set({ name: lease }, isLeading() ? 1 : 0),
  });
}

/** Registers the metrics of controllers under controller-runtime's names (pkg/metrics, pkg/internal/controller/metrics). */
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
    help: 'Time that keys waited for a worker',
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
    help: 'Finished reconciles',
    labelNames: ['controller', 'result'],
    registers,
  });
  const active = new Gauge({
    name: 'controller_runtime_active_workers',
    help: 'Running reconciles',
    labelNames: ['controller'],
    registers,
  });
  const time = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'Duration of reconciles',
    labelNames: ['controller'],
    buckets: RECONCILE_BUCKETS,
    registers,
  });
  return (controller) => ({
    started: () => active.inc({ controller }),
    ended: ({ outcome, durationMs }) => {
      active.dec({ controller });
      total.inc({ controller, result: resultOf(outcome) });
      time.observe({ controller }, durationMs / 1000);
    },
  });
}

/** Returns controller-runtime's name of the outcome. */
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
