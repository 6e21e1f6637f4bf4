import { keyOf, type KubeObject } from '../../kube/client/kube-object.ts';
import { succeededCondition } from '../../model/conditions.ts';
import type { JsonObject } from '../../model/json.ts';
import { objectAt, objectsAt, textAt } from '../../model/json-field.ts';
import type { BuildMetrics } from '../../observability/build-metrics.ts';
import type { Traces } from '../../observability/traces.ts';
import type { Log } from '../../observability/log.ts';
import { buildTrace } from '../../tracing/build-trace.ts';
import type { BuildTracer } from '../../tracing/build-tracer.ts';

/** Receives finished Builds. */
export interface BuildWatcher {
  readonly metrics: BuildMetrics;
  readonly log: Pick<Log, 'info'>;
  readonly traces: Pick<Traces, 'note'>;
  /** Absent if no traces are exported. */
  readonly tracer: BuildTracer | undefined;
}

export interface FinishedBuildObservers extends Pick<BuildWatcher, 'metrics' | 'log'> {
  readonly tracer: Pick<BuildTracer, 'record'> | undefined;
}

/** Counts, logs and traces a finished Build. `pod` is its Pod, if the cache has it. */
export function reportFinishedBuild(
  { metrics, log, tracer }: FinishedBuildObservers,
  build: KubeObject,
  pod: JsonObject | undefined,
): void {
  const status = objectAt(build, 'status');
  const backend = textAt(status, 'backend') ?? 'none';
  const outcome = outcomeOf(build);
  metrics.buildEnded(outcome, backend);
  for (const step of objectsAt(status, 'steps')) {
    const seconds = secondsOf(step);
    if (seconds !== undefined) metrics.phaseEnded(textAt(step, 'name') ?? '', backend, seconds);
  }
  log.info('the Build has ended', { build: keyOf(build), outcome, backend });
  // Nothing of a finished Build is measured up to now.
  const trace = tracer && buildTrace({ build, ...(pod !== undefined && { pod }), nowMs: 0 });
  if (trace !== undefined) tracer?.record(trace);
}

/** Returns `succeeded` or the failure reason. */
function outcomeOf(build: KubeObject): string {
  if (succeededCondition(build)?.status === 'True') return 'succeeded';
  return textAt(objectAt(objectAt(build, 'status'), 'failure'), 'reason') ?? 'failed';
}

function secondsOf(step: JsonObject): number | undefined {
  const [started, finished] = [textAt(step, 'startedAt'), textAt(step, 'finishedAt')].map((time = '') =>
    Date.parse(time),
  );
  const seconds = ((finished ?? Number.NaN) - (started ?? Number.NaN)) / 1000;
  return seconds >= 0 ? seconds : undefined;
}
