import { buildMetrics, type BuildMetrics } from '../../observability/build-metrics.ts';
import { cacheMetrics, type CacheState, type CountCacheFailure } from '../../observability/cache-metrics.ts';
import { controllerLog } from '../../observability/controller-log.ts';
import { controllerMetrics } from '../../observability/controller-metrics.ts';
import { everyObserver, type ControllerObserver } from '../../observability/controller-observer.ts';
import { processMetrics } from '../../observability/process-metrics.ts';
import { makeLog, type Log, type LogLevel } from '../../observability/log.ts';
import { apiRequestMetrics, registryRequestMetrics, type CountRequest } from '../../observability/request-metrics.ts';
import { runningWork, type RunningWork } from '../../observability/running-work.ts';
import { makeTraces, type Traces } from '../../observability/traces.ts';
import { SYSTEM_CLOCK } from '../../runtime/clock.ts';
import { COLLABORATORS } from '../cluster/collaborators.ts';
import type { Terminal } from '../terminal.ts';
import { BUILD_LABELS } from './build-labels.ts';

/** All by which a process is seen from outside. */
export interface Observation {
  readonly log: Log;
  readonly traces: Traces;
  readonly registry: ReturnType<typeof processMetrics>;
  readonly running: RunningWork;
  readonly controller: (name: string) => ControllerObserver;
  readonly builds: BuildMetrics;
  readonly apiRequest: CountRequest;
  readonly registryRequest: CountRequest;
  readonly cacheFailure: CountCacheFailure;
}

/** Begins to observe a process. */
export function observe(
  { logLevel }: { readonly logLevel: LogLevel },
  { errors }: Terminal,
  caches: () => readonly CacheState[],
): Observation {
  const registry = processMetrics();
  const traces = makeTraces(COLLABORATORS.random);
  const log = makeLog({ level: logLevel, output: errors, context: traces.current });
  const running = runningWork(SYSTEM_CLOCK);
  const measured = controllerMetrics(registry);
  return {
    log,
    traces,
    registry,
    running,
    controller: (name) =>
      everyObserver([
        measured(name),
        { controller: running.of(name) },
        { controller: controllerLog(name, log, traces) },
      ]),
    builds: buildMetrics(registry, BUILD_LABELS),
    apiRequest: apiRequestMetrics(registry),
    registryRequest: registryRequestMetrics(registry),
    cacheFailure: cacheMetrics(registry, caches),
  };
}
