import { withCreatorPhases } from '../../../../translators/progress/creator-phases.ts';
import { lacksCompletion, successfulCompletion } from '../../../../translators/progress/phases.ts';
import type { BuildOutcome } from '../../../core/model/build-outcome.ts';
import { pinnedTo } from '../../../core/model/image-reference.ts';
import type { BuildContext } from '../build-context.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';
import { accountOf } from '../start/builder-facts.ts';
import { readBuild } from '../start/read-build.ts';
import { builtImage, kpackOutcome, unexpectedImage } from '../status/built-image.ts';
import { phaseStartsOf } from './creator-phases.ts';
import { confirmOutcome, registryTimeoutMs } from './confirm-outcome.ts';
import { fail } from './fail.ts';
import type { ActionResult } from './result.ts';
import { runnerOf } from './status-actions.ts';
import { recordBuildEvent, writeState } from './status-writer.ts';

/**
 * Finishes a Build whose image exists. Throws while the registry may still return the image's labels, or the digest that confirms
 * the image.
 */
export async function succeed(
  context: BuildContext,
  observation: Observation,
  workload: ObservedWorkload,
): Promise<ActionResult> {
  const { build, recorded } = observation;
  const { progress, uid } = workload;
  if (lacksCompletion(progress.phases)) return fail(context, observation, { kind: 'debugged' }, workload);
  const outcome = progress.outcome ?? kpackOutcome(successfulCompletion(progress.phases)?.message ?? '');
  if (outcome === undefined) return fail(context, observation, { kind: 'no-outcome' }, workload);
  const unexpected = unexpectedImage(build.object, outcome);
  if (unexpected !== undefined) {
    return fail(context, observation, { kind: 'wrong-outcome', image: unexpected }, workload);
  }
  const doubt = progress.outcomeOrigin === 'any-step' && (await confirmOutcome(context, observation, uid, outcome));
  if (doubt) return fail(context, observation, doubt, workload);
  const labels = await readLabels(context, observation, uid, outcome);
  const image = builtImage(outcome.IMAGE_URL, outcome, labels);
  const starts = await phaseStartsOf(context, build, workload);
  const shown = withCreatorPhases(progress, starts);
  await writeState(context, observation, {
    kind: 'succeeded',
    progress: shown,
    image,
    ...runnerOf({ recorded, workload }),
  });
  const note = `${pinnedTo(outcome.IMAGE_URL, outcome.IMAGE_DIGEST)} was built`;
  recordBuildEvent(context, build, { type: 'Normal', reason: 'Succeeded', note });
  return { kind: 'done' };
}

async function readLabels(
  context: BuildContext,
  { build, observedForMs }: Observation,
  workloadUid: string,
  { IMAGE_URL, IMAGE_DIGEST }: BuildOutcome,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { registry, signal } = context;
  const image = pinnedTo(IMAGE_URL, IMAGE_DIGEST);
  try {
    const read = readBuild(build.object);
    if (read.kind === 'problems') return undefined;
    return await registry.labels(image, accountOf(read.build, build.namespace), signal);
  } catch (error) {
    if (signal.aborted || observedForMs(`missing labels of ${workloadUid}`) < registryTimeoutMs(error)) throw error;
    const details = error instanceof Error ? error.message : String(error);
    const note = `the status lacks the stack and the buildpacks, because the labels of ${image} cannot be read: ${details}`;
    recordBuildEvent(context, build, { type: 'Warning', reason: 'MetadataUnknown', note });
    return undefined;
  }
}
