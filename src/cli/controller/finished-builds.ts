import { keyOf, type KubeObject } from '../../clients/kube/client/kube-object.ts';
import { defined } from '../../core/model/defined.ts';
import { asBuild, type Build } from '../../core/model/objects/build.ts';
import type { Pod } from '../../core/model/objects/pod.ts';
import type { BuildMetrics, EndedBuild } from '../../controller/observability/build-metrics.ts';
import type { Log } from '../../controller/observability/log.ts';
import { buildTrace } from '../../insight/tracing/build-trace.ts';
import type { BuildTracer } from '../../insight/tracing/build-tracer.ts';
import { conditionOf } from '../../insight/views/conditions.ts';
import { elapsedMs } from '../../insight/views/duration.ts';

export interface FinishedBuildObservers {
  readonly metrics: Pick<BuildMetrics, 'buildEnded' | 'phaseEnded'>;
  readonly log: Pick<Log, 'info'>;
  /** Absent if no traces are exported. */
  readonly tracer: Pick<BuildTracer, 'record'> | undefined;
}

/** Counts, logs and traces a finished Build. `pod` is its Pod, if the cache has it. */
export function reportFinishedBuild(
  { metrics, log, tracer }: FinishedBuildObservers,
  object: KubeObject,
  pod: Pod | undefined,
): void {
  const build = asBuild(object);
  const { backend = 'none', steps } = build.status;
  const failure = failureOf(build);
  metrics.buildEnded({ ...defined({ failure }), backend, ...actorOf(build), ...timeOf(build) });
  for (const { name = '', startedAt, finishedAt } of steps) {
    const seconds = secondsBetween(startedAt, finishedAt);
    if (seconds !== undefined) metrics.phaseEnded(name, backend, seconds);
  }
  log.info('the Build has ended', { build: keyOf(object), outcome: failure ?? 'succeeded', backend });
  // The times of a finished Build do not depend on the current time.
  const trace = tracer && buildTrace({ build, ...defined({ pod }), nowMs: 0 });
  if (trace !== undefined) tracer?.record(trace);
}

/** Returns the reason of the failure; `undefined` if the Build succeeded. */
function failureOf(build: Build): string | undefined {
  if (conditionOf(build, 'Succeeded')?.status === 'True') return undefined;
  return build.status.failure?.reason ?? 'failed';
}

function actorOf(build: Build): Pick<EndedBuild, 'actor'> {
  const actor = build.status.failure?.actor;
  return actor === 'user' || actor === 'platform' || actor === 'none' ? { actor } : {};
}

function timeOf(build: Build): Pick<EndedBuild, 'seconds'> {
  const seconds = secondsBetween(build.metadata.creationTimestamp, conditionOf(build, 'Succeeded')?.since);
  return defined({ seconds });
}

function secondsBetween(from: string | undefined, to: string | undefined): number | undefined {
  const milliseconds = elapsedMs(from, to);
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}
