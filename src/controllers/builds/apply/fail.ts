import { withCreatorPhases } from '../../../../translators/progress/creator-phases.ts';
import type { BuildProgress } from '../../../model/build-progress.ts';
import { BUILDER_KIND_ANNOTATION, IMAGE_LABEL } from '../../../model/image-metadata.ts';
import { objectAt, textAt } from '../../../model/json-field.ts';
import type { ActiveBuild } from '../cache/build-record.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import { failureOf, type Failure } from '../failure/failure.ts';
import type { BuildFacts } from '../failure/responsibility.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';
import { maskedCause, maskedProgress, maskingBy, WITHHOLDING } from '../status/masking.ts';
import { inCreatorPhase, phaseStartsOf, type ReadPhaseStarts } from './creator-phases.ts';
import type { LogTails, ReadSecrets } from './log-tails.ts';
import { OBSERVE_AGAIN, type ActionResult } from './result.ts';
import { runnerOf } from './status-actions.ts';
import type { StatusWriter } from './status-writer.ts';
import type { Workloads } from './workloads.ts';

/**
 * Finishes a Build that failed. Without a workload, asks the API server first whether there is one, because the response to
 * its creation may be lost. The controller does not watch the workload of a finished Build.
 */
export type Fail = (
  observation: Observation,
  cause: FailureCause,
  workload: ObservedWorkload | undefined,
  signal: AbortSignal,
) => Promise<ActionResult>;

export interface FailDependencies {
  readonly status: Pick<StatusWriter, 'writeState' | 'recordEvent'>;
  readonly workloads: Pick<Workloads, 'find'>;
  readonly logs: Pick<LogTails, 'ofFailedContainer'>;
  readonly readSecrets: ReadSecrets;
  readonly readPhaseStarts: ReadPhaseStarts;
}

interface Explained {
  readonly failure: Failure;
  readonly progress?: BuildProgress;
}

export function createFail({ status, workloads, logs, readSecrets, readPhaseStarts }: FailDependencies): Fail {
  const explain = async (
    build: ActiveBuild,
    cause: FailureCause,
    workload: ObservedWorkload,
    signal: AbortSignal,
  ): Promise<Explained> => {
    const { progress, secrets: mounted } = workload;
    const { podName } = progress;
    const secrets = await readSecrets(build.object, mounted, signal);
    const masking = maskingBy(secrets);
    const log = await logs.ofFailedContainer(build, cause, workload, secrets, signal);
    const pod = podName === undefined ? undefined : { namespace: build.namespace, name: podName };
    const starts = await phaseStartsOf(build, workload, readPhaseStarts);
    const failure = failureOf(maskedCause(inCreatorPhase(cause, starts), masking), log, pod, factsOf(build));
    return { failure, progress: maskedProgress(withCreatorPhases(progress, starts), masking) };
  };
  return async (observation, cause, workload, signal) => {
    const { build, recorded } = observation;
    const { backend } = recorded;
    const mayExist = workload === undefined && backend !== undefined;
    if (mayExist && (await workloads.find(build, backend, signal))) return OBSERVE_AGAIN;
    const { failure, progress } =
      workload === undefined
        ? { failure: failureOf(maskedCause(cause, WITHHOLDING), [], undefined, factsOf(build)) }
        : await explain(build, cause, workload, signal);
    await status.writeState(observation, {
      kind: 'failed',
      failure,
      ...(progress !== undefined && { progress }),
      ...runnerOf({ recorded, ...(workload !== undefined && { workload }) }),
    });
    const note = `${failure.reason}: ${failure.message}`;
    status.recordEvent(build, { type: 'Warning', reason: 'Failed', note });
    return { kind: 'done' };
  };
}

function factsOf({ object }: ActiveBuild): BuildFacts {
  const spec = objectAt(object, 'spec');
  // Quantities may be numbers.
  const { memory } = objectAt(objectAt(spec, 'resources'), 'limits');
  const metadata = objectAt(object, 'metadata');
  const ofImage = textAt(objectAt(metadata, 'annotations'), BUILDER_KIND_ANNOTATION);
  const builderKind = ofImage ?? textAt(objectAt(objectAt(spec, 'builder'), 'ref'), 'kind');
  return {
    ...((typeof memory === 'string' || typeof memory === 'number') && { memoryLimit: `${memory}` }),
    ...(builderKind !== undefined && { builderKind }),
    namesRunImage: textAt(objectAt(spec, 'runImage'), 'image') !== undefined,
    isOfImage: textAt(objectAt(metadata, 'labels'), IMAGE_LABEL) !== undefined,
  };
}
