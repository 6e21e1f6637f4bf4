import { keyOf, type KubeObject } from '../../kube/client/kube-object.ts';
import type { JsonObject } from '../../model/json.ts';
import { objectAt, objectsAt, textAt } from '../../model/json-field.ts';
import type { BuildMetrics, EndedBuild } from '../../observability/build-metrics.ts';
import type { ReconcileContexts } from '../../observability/reconcile-contexts.ts';
import type { Log } from '../../observability/log.ts';
import { buildTrace } from '../../tracing/build-trace.ts';
import type { BuildTracer } from '../../tracing/build-tracer.ts';
import { conditionOf } from '../../views/conditions.ts';
import { elapsedMs } from '../../views/duration.ts';

/** Receives finished Builds. */
export interface BuildWatcher {
  readonly metrics: Pick<BuildMetrics, 'buildEnded' | 'phaseEnded'>;
  readonly log: Pick<Log, 'info'>;
  readonly contexts: Pick<ReconcileContexts, 'note'>;
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
  const failure = failureOf(build);
  metrics.buildEnded({ ...(failure !== undefined && { failure }), backend, ...actorOf(build), ...timeOf(build) });
  for (const step of objectsAt(status, 'steps')) {
    const seconds = secondsBetween(textAt(step, 'startedAt'), textAt(step, 'finishedAt'));
    if (seconds !== undefined) metrics.phaseEnded(textAt(step, 'name') ?? '', backend, seconds);
  }
  log.info('the Build has ended', { build: keyOf(build), outcome: failure ?? 'succeeded', backend });
  // The times of a finished Build do not depend on the current time.
  const trace = tracer && buildTrace({ build, ...(pod !== undefined && { pod }), nowMs: 0 });
  if (trace !== undefined) tracer?.record(trace);
}

/** Returns the reason of the failure; `undefined` if the Build succeeded. */
function failureOf(build: KubeObject): string | undefined {
  if (conditionOf(build, 'Succeeded')?.status === 'True') return undefined;
  return textAt(objectAt(objectAt(build, 'status'), 'failure'), 'reason') ?? 'failed';
}

function actorOf(build: KubeObject): Pick<EndedBuild, 'actor'> {
  const actor = textAt(objectAt(objectAt(build, 'status'), 'failure'), 'actor');
  return actor === 'user' || actor === 'platform' || actor === 'none' ? { actor } : {};
}

function timeOf(build: KubeObject): Pick<EndedBuild, 'seconds'> {
  const seconds = secondsBetween(textAt(build.metadata, 'creationTimestamp'), conditionOf(build, 'Succeeded')?.since);
  return seconds === undefined ? {} : { seconds };
}

function secondsBetween(from: string | undefined, to: string | undefined): number | undefined {
  const milliseconds = elapsedMs(from, to);
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}
