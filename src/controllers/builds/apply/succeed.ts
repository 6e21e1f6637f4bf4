import { withCreatorPhases } from '../../../../translators/progress/creator-phases.ts';
import { lacksCompletion, successfulCompletion } from '../../../../translators/progress/phases.ts';
import type { BuildOutcome } from '../../../model/build-outcome.ts';
import { pinnedTo } from '../../../model/image-reference.ts';
import type { Account } from '../../../registry-access/account.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';
import { accountOf } from '../start/builder-image.ts';
import { readBuild } from '../start/read-build.ts';
import { builtImage, kpackOutcome, unexpectedImage } from '../status/built-image.ts';
import { phaseStartsOf, type ReadPhaseStarts } from './creator-phases.ts';
import { createConfirmOutcome, type DigestSource } from './confirm-outcome.ts';
import type { Fail } from './fail.ts';
import { registryTimeoutMs } from './registry-timeout.ts';
import type { ActionResult } from './result.ts';
import { runnerOf } from './status-actions.ts';
import type { StatusWriter } from './status-writer.ts';

/** Reads the labels of images from registries with the credentials of an account. */
export interface LabelsSource {
  readonly labels: (image: string, account: Account, signal?: AbortSignal) => Promise<ReadonlyMap<string, string>>;
}

/**
 * Finishes a Build whose image exists. Throws while the registry may still return the image's labels, or the digest that confirms
 * the image.
 */
export type Succeed = (
  observation: Observation,
  workload: ObservedWorkload,
  signal: AbortSignal,
) => Promise<ActionResult>;

export interface SucceedDependencies {
  readonly status: Pick<StatusWriter, 'writeState' | 'recordEvent'>;
  readonly registry: LabelsSource & DigestSource;
  readonly fail: Fail;
  readonly readPhaseStarts: ReadPhaseStarts;
}

export function createSucceed({ status, registry, fail, readPhaseStarts }: SucceedDependencies): Succeed {
  const confirm = createConfirmOutcome(registry);
  const readLabels = async (
    { build, observedForMs }: Observation,
    workloadUid: string,
    { IMAGE_URL, IMAGE_DIGEST }: BuildOutcome,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string> | undefined> => {
    const image = pinnedTo(IMAGE_URL, IMAGE_DIGEST);
    try {
      const read = readBuild(build.object);
      if (read.kind === 'problems') return undefined;
      return await registry.labels(image, accountOf(read.build, build.namespace), signal);
    } catch (error) {
      if (signal.aborted || observedForMs(`missing labels of ${workloadUid}`) < registryTimeoutMs(error)) throw error;
      const details = error instanceof Error ? error.message : String(error);
      const note = `the status lacks the stack and the buildpacks, because the labels of ${image} cannot be read: ${details}`;
      status.recordEvent(build, { type: 'Warning', reason: 'MetadataUnknown', note });
      return undefined;
    }
  };
  return async (observation, workload, signal) => {
    const { build, recorded } = observation;
    const { progress, uid } = workload;
    if (lacksCompletion(progress.phases)) return fail(observation, { kind: 'debugged' }, workload, signal);
    const outcome = progress.outcome ?? kpackOutcome(successfulCompletion(progress.phases)?.message ?? '');
    if (outcome === undefined) return fail(observation, { kind: 'no-outcome' }, workload, signal);
    const unexpected = unexpectedImage(build.object, outcome);
    if (unexpected !== undefined) {
      return fail(observation, { kind: 'wrong-outcome', image: unexpected }, workload, signal);
    }
    const doubt = progress.outcomeOrigin === 'any-step' && (await confirm(observation, uid, outcome, signal));
    if (doubt) return fail(observation, doubt, workload, signal);
    const labels = await readLabels(observation, uid, outcome, signal);
    const image = builtImage(outcome.IMAGE_URL, outcome, labels);
    const starts = await phaseStartsOf(observation.build, workload, readPhaseStarts);
    const shown = withCreatorPhases(progress, starts);
    await status.writeState(observation, {
      kind: 'succeeded',
      progress: shown,
      image,
      ...runnerOf({ recorded, workload }),
    });
    const note = `${pinnedTo(outcome.IMAGE_URL, outcome.IMAGE_DIGEST)} was built`;
    status.recordEvent(build, { type: 'Normal', reason: 'Succeeded', note });
    return { kind: 'done' };
  };
}
