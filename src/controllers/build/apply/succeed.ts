import { completed } from '../../../../translators/phases/progress/completed.ts';
import { pinnedTo } from '../../../model/image-reference.ts';
import type { BuildOutcome } from '../../../model/build-outcome.ts';
import { UnusableImage } from '../../../inspection/unusable-image.ts';
import { RegistryError } from '../../../registry/client/registry-error.ts';
import { registryFailure } from '../../cluster/registry-failure.ts';
import type { BuildContext } from '../build-context.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';
import { accountOf } from '../start/builder-facts.ts';
import { readBuild } from '../start/read-build.ts';
import { builtImage } from '../status/built-image.ts';
import { kpackOutcome } from '../status/kpack-outcome.ts';
import { unwantedImage } from '../status/unwanted-image.ts';
import type { Applied } from './applied.ts';
import { fail } from './fail.ts';
import { nextStatus, saveStatus } from './save-status.ts';
import { tell } from './tell.ts';

/** For so long, a registry may fail to tell what the image has; then the Build succeeds without that. In milliseconds. */
const PATIENCE = 300_000;

/** One that refuses does so until somebody gives rights: an account that may only push never reads. In milliseconds. */
const REFUSED_PATIENCE = 15_000;

/** Ends a Build whose image is there. */
export async function succeed(
  observation: Observation,
  workload: ObservedWorkload,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  const { progress } = workload;
  const outcome = progress.outcome ?? kpackOutcome(completed(progress.phases)?.message ?? '');
  if (outcome === undefined) return fail(observation, { kind: 'no-outcome' }, workload, context, signal);
  const unwanted = unwantedImage(observation.build.object, outcome);
  if (unwanted !== undefined) {
    return fail(observation, { kind: 'wrong-outcome', image: unwanted }, workload, context, signal);
  }
  const labels = await labelsOf(observation, workload.uid, outcome, context, signal);
  const image = builtImage(outcome.IMAGE_URL, outcome, labels);
  const { backend } = observation.recorded;
  const state = {
    kind: 'succeeded',
    progress,
    image,
    ...(backend !== undefined && { backend }),
    ...(workload.kind === 'task-run' && { taskRunName: workload.name }),
  } as const;
  await saveStatus(observation, nextStatus(observation, state, context.ports.now()), context);
  const note = `${pinnedTo(outcome.IMAGE_URL, outcome.IMAGE_DIGEST)} was built`;
  tell(observation.build, { type: 'Normal', reason: 'Succeeded', note }, context);
  return { kind: 'done' };
}

/** Rejects while it is worth another try. */
async function labelsOf(
  { build, seenFor }: Observation,
  workload: string,
  { IMAGE_URL, IMAGE_DIGEST }: BuildOutcome,
  { ports }: BuildContext,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string> | undefined> {
  const image = pinnedTo(IMAGE_URL, IMAGE_DIGEST);
  try {
    const read = readBuild(build.object);
    if (read.kind === 'problems') return undefined;
    return await ports.registry.labels(image, accountOf(read.build, build.namespace), signal);
  } catch (error) {
    if (signal.aborted || seenFor(`the end of ${workload} without labels`) < patienceWith(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const note = `the labels of ${image} cannot be read, so that the status lacks what they say: ${why}`;
    tell(build, { type: 'Warning', reason: 'MetadataUnknown', note }, { ports });
    return undefined;
  }
}

function patienceWith(error: unknown): number {
  const isRegistrys = error instanceof RegistryError || error instanceof UnusableImage;
  return isRegistrys && registryFailure(error).kind !== 'transient' ? REFUSED_PATIENCE : PATIENCE;
}
