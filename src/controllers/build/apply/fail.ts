import { containerOfStep } from '../../../../translators/tekton/containers.ts';
import type { BuildProgress } from '../../../model/build-progress.ts';
import { objectAt } from '../../../model/json-field.ts';
import type { BuildContext } from '../build-context.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import type { Failure } from '../failure/failure.ts';
import { failureOf } from '../failure/failure-of.ts';
import type { ActiveBuild } from '../kept/build-record.ts';
import { maskedCause } from '../masking/masked-cause.ts';
import { maskedProgress } from '../masking/masked-progress.ts';
import { maskingBy, WITHHOLDING, type KnownSecrets } from '../masking/masking.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';
import type { Applied } from './applied.ts';
import { lastLines } from './last-lines.ts';
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
  const { failure, progress } =
    workload === undefined
      ? { failure: failureOf(maskedCause(cause, WITHHOLDING), []) }
      : await endOf(build, cause, workload, context, signal);
  const next = nextStatus(
    observation,
    {
      kind: 'failed',
      failure,
      ...(progress !== undefined && { progress }),
      ...(recorded.backend !== undefined && { backend: recorded.backend }),
      ...(workload?.kind === 'task-run' && { taskRunName: workload.name }),
    },
    context.ports.now(),
  );
  await saveStatus(observation, next, context);
  tell(build, { type: 'Warning', reason: 'Failed', note: `${failure.reason}: ${failure.message}` }, context);
  return { kind: 'done' };
}

/** How a workload has ended, in words without secrets. */
async function endOf(
  build: ActiveBuild,
  cause: FailureCause,
  workload: ObservedWorkload,
  context: BuildContext,
  signal: AbortSignal,
): Promise<{ readonly failure: Failure; readonly progress?: BuildProgress }> {
  const { progress } = workload;
  const { podName } = progress;
  const secrets = await context.ports.readSecrets(build.object, workload.secrets, signal);
  const masking = maskingBy(secrets);
  const log = await logOf(build.namespace, cause, workload, secrets, context, signal);
  const pod = podName === undefined ? undefined : { namespace: build.namespace, name: podName };
  const failure = failureOf(maskedCause(cause, masking), log, pod, memoryLimitOf(build));
  return { failure, progress: maskedProgress(progress, masking) };
}

/** What the Build lets every phase have; quantities may be numbers. */
function memoryLimitOf({ object }: ActiveBuild): string | undefined {
  const { memory } = objectAt(objectAt(objectAt(object, 'spec'), 'resources'), 'limits');
  return typeof memory === 'string' || typeof memory === 'number' ? `${memory}` : undefined;
}

/** The last lines of the phase that is to blame: kept before the pod went, or read from it now. */
async function logOf(
  namespace: string,
  cause: FailureCause,
  { kind, progress, stop }: ObservedWorkload,
  secrets: KnownSecrets,
  context: BuildContext,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (stop !== undefined && stop.log.length > 0) return stop.log;
  const phase = 'phase' in cause ? cause.phase : undefined;
  const { podName } = progress;
  if (phase === undefined || podName === undefined || cause.kind === 'phase-not-started') return [];
  const container = kind === 'pod' ? phase : containerOfStep(phase);
  return lastLines({ namespace, pod: podName, container }, secrets, context, signal);
}
