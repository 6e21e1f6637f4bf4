import { withCreatorPhases } from '../../../../translators/progress/creator-phases.ts';
import type { BuildProgress } from '../../../core/model/build-progress.ts';
import { BUILDER_KIND_ANNOTATION, IMAGE_LABEL } from '../../../core/model/image-metadata.ts';
import { defined } from '../../../core/model/defined.ts';
import { asBuild } from '../../../core/model/objects/build.ts';
import type { BuildContext } from '../build-context.ts';
import type { ActiveBuild } from '../cache/build-record.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import { failureOf, type Failure } from '../failure/failure.ts';
import type { BuildFacts } from '../failure/responsibility.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';
import { maskedCause, maskedProgress, maskingBy, WITHHOLDING } from '../status/masking.ts';
import { inCreatorPhase, phaseStartsOf } from './creator-phases.ts';
import { logOfFailedContainer } from './log-tails.ts';
import { OBSERVE_AGAIN, type ActionResult } from './result.ts';
import { runnerOf } from './status-actions.ts';
import { recordBuildEvent, writeState } from './status-writer.ts';
import { findWorkload } from './workloads.ts';

/**
 * Finishes a Build that failed. Without a workload, asks the API server first whether there is one, because the response to
 * its creation may be lost. The controller does not watch the workload of a finished Build.
 */
export async function fail(
  context: BuildContext,
  observation: Observation,
  cause: FailureCause,
  workload?: ObservedWorkload,
): Promise<ActionResult> {
  const { build, recorded } = observation;
  const { backend } = recorded;
  const mayExist = workload === undefined && backend !== undefined;
  if (mayExist && (await findWorkload(context, build, backend))) return OBSERVE_AGAIN;
  const { failure, progress } =
    workload === undefined
      ? { failure: failureOf(maskedCause(cause, WITHHOLDING), [], undefined, factsOf(build)) }
      : await explain(context, build, cause, workload);
  await writeState(context, observation, {
    kind: 'failed',
    failure,
    ...(progress !== undefined && { progress }),
    ...runnerOf({ recorded, ...(workload !== undefined && { workload }) }),
  });
  const note = `${failure.reason}: ${failure.message}`;
  recordBuildEvent(context, build, { type: 'Warning', reason: 'Failed', note });
  return { kind: 'done' };
}

interface Explained {
  readonly failure: Failure;
  readonly progress?: BuildProgress;
}

/** Explains the failure of a workload by its logs, without the values of Secrets. */
async function explain(
  context: BuildContext,
  build: ActiveBuild,
  cause: FailureCause,
  workload: ObservedWorkload,
): Promise<Explained> {
  const { progress, secrets: mounted } = workload;
  const { podName } = progress;
  const secrets = await context.readSecrets(build.object, mounted, context.signal);
  const masking = maskingBy(secrets);
  const log = await logOfFailedContainer(context, build, cause, workload, secrets);
  const pod = podName === undefined ? undefined : { namespace: build.namespace, name: podName };
  const starts = await phaseStartsOf(context, build, workload);
  const failure = failureOf(maskedCause(inCreatorPhase(cause, starts), masking), log, pod, factsOf(build));
  return { failure, progress: maskedProgress(withCreatorPhases(progress, starts), masking) };
}

function factsOf({ object }: ActiveBuild): BuildFacts {
  const { spec, metadata } = asBuild(object);
  // Quantities may be numbers.
  const { memory } = spec.resources.limits;
  return {
    ...((typeof memory === 'string' || typeof memory === 'number') && { memoryLimit: `${memory}` }),
    ...defined({ builderKind: metadata.annotations.get(BUILDER_KIND_ANNOTATION) ?? spec.builder.ref.kind }),
    namesRunImage: spec.runImage.image !== undefined,
    isOfImage: metadata.labels.get(IMAGE_LABEL) !== undefined,
  };
}
