import { containerOfStep } from '../../../../translators/tekton/containers.ts';
import type { BuildContext } from '../build-context.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import { failureOf } from '../failure/failure-of.ts';
import type { ActiveBuild } from '../kept/build-record.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';
import type { Applied } from './applied.ts';
import { nextStatus, saveStatus } from './save-status.ts';
import { tell } from './tell.ts';

/** Ends a Build that did not succeed, with all that is known of why. */
export async function fail(
  observation: Observation,
  cause: FailureCause,
  workload: ObservedWorkload | undefined,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  const { build, recorded } = observation;
  const log = workload === undefined ? [] : await logOf(build, cause, workload, context, signal);
  const podName = workload?.progress.podName;
  const failure = failureOf(
    cause,
    log,
    podName === undefined ? undefined : { namespace: build.namespace, name: podName },
  );
  const next = nextStatus(
    observation,
    {
      kind: 'failed',
      failure,
      ...(workload !== undefined && { progress: workload.progress }),
      ...(recorded.backend !== undefined && { backend: recorded.backend }),
      ...(workload?.kind === 'task-run' && { taskRunName: workload.name }),
    },
    context.ports.now(),
  );
  await saveStatus(observation, next, context);
  tell(build, { type: 'Warning', reason: 'Failed', note: `${failure.reason}: ${failure.message}` }, context);
  return { kind: 'done' };
}

/** The last lines of the phase that is to blame: kept before the pod went, or read from it now. */
async function logOf(
  { namespace, object }: ActiveBuild,
  cause: FailureCause,
  { kind, progress, stop }: ObservedWorkload,
  { ports }: BuildContext,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (stop !== undefined && stop.log.length > 0) return stop.log;
  const phase = 'phase' in cause ? cause.phase : undefined;
  const { podName } = progress;
  if (phase === undefined || podName === undefined || cause.kind === 'phase-not-started') return [];
  const container = kind === 'pod' ? phase : containerOfStep(phase);
  return ports.readLogTail(object, { namespace, pod: podName, container }, signal);
}
