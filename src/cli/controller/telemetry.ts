import { EXPLANATIONS } from '../../core/model/failures/explanations.ts';
import { PHASE_NAMES } from '../../core/model/phase-name.ts';
import { buildMetrics, type BuildLabels, type BuildMetrics } from '../../controller/observability/build-metrics.ts';
import { cacheMetrics, type CountCacheFailure } from '../../controller/observability/cache-metrics.ts';
import {
  controllerLog,
  combineObservers,
  type ControllerObserver,
  runningReconciles,
  type RunningReconciles,
} from '../../controller/observability/controller-observer.ts';
import { controllerMetrics, leaderMetric, processMetrics } from '../../controller/observability/controller-metrics.ts';
import { gitMetrics, type GitMetrics } from '../../controller/observability/git-metrics.ts';
import { imageMetrics, type ImageMetrics } from '../../controller/observability/image-metrics.ts';
import { makeLog, type Log, type LogLevel } from '../../controller/observability/log.ts';
import {
  apiRequestMetrics,
  registryRequestMetrics,
  type CountRequest,
} from '../../controller/observability/request-metrics.ts';
import { reconcileContexts, type ReconcileContexts } from '../../controller/observability/reconcile-contexts.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { Terminal } from '../terminal.ts';
import type { ProcessHealth } from './health.ts';

/** The log and the metrics of a process. */
export interface Telemetry {
  readonly log: Log;
  readonly contexts: ReconcileContexts;
  readonly registry: ReturnType<typeof processMetrics>;
  readonly running: RunningReconciles;
  readonly controller: (name: string) => ControllerObserver;
  readonly builds: BuildMetrics;
  readonly sources: GitMetrics;
  readonly images: ImageMetrics;
  readonly apiRequest: CountRequest;
  readonly registryRequest: CountRequest;
  readonly cacheFailure: CountCacheFailure;
}

/** The values of the labels of Build metrics. */
const BUILD_LABELS: BuildLabels = {
  failures: Object.keys(EXPLANATIONS),
  phases: PHASE_NAMES,
  backends: ['tekton', 'native', 'none'],
};

/** Creates the telemetry of a process. */
export function makeTelemetry(
  { logLevel, lease }: { readonly logLevel: LogLevel; readonly lease: string },
  { errors }: Pick<Terminal, 'errors'>,
  { caches, isLeading }: Pick<ProcessHealth, 'caches' | 'isLeading'>,
): Telemetry {
  const registry = processMetrics();
  const { now } = SYSTEM_CLOCK;
  leaderMetric(registry, lease, isLeading);
  const contexts = reconcileContexts(Math.random);
  const log = makeLog({ level: logLevel, output: errors, context: contexts.current });
  const running = runningReconciles(SYSTEM_CLOCK);
  const measured = controllerMetrics(registry);
  return {
    log,
    contexts,
    registry,
    running,
    controller: (name) =>
      combineObservers([
        measured(name),
        { controller: running.observerOf(name) },
        { controller: controllerLog(name, log, contexts) },
      ]),
    builds: buildMetrics(registry, BUILD_LABELS, now),
    sources: gitMetrics(registry),
    images: imageMetrics(registry, now),
    apiRequest: apiRequestMetrics(registry),
    registryRequest: registryRequestMetrics(registry),
    cacheFailure: cacheMetrics(registry, caches),
  };
}
