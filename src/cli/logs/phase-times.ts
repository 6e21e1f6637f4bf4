import { BUILDS } from '../../clients/kube/client/resources.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { IMAGE_LABEL } from '../../core/model/image-metadata.ts';
import { asBuild, type Build } from '../../core/model/objects/build.ts';
import { buildProgress } from '../../insight/views/build-state.ts';
import { buildNumber } from '../../insight/views/build-view.ts';
import { labelOf } from '../../insight/views/object-view.ts';
import { humanDuration } from '../../insight/views/duration.ts';
import { buildsOf, namespacedNameOf } from '../image-builds.ts';

/** The durations of the phases of an earlier Build. */
export interface PhaseTimes {
  /** The Build, such as `Build 9`. */
  readonly title: string;
  readonly durationsMs: ReadonlyMap<string, number>;
}

/** Returns the time of a phase in an earlier Build, such as `(5s in Build 9)`; `undefined` if it is not known. */
export function lastTimeText(lastTimes: PhaseTimes | undefined, phase: string): string | undefined {
  const lastMs = lastTimes?.durationsMs.get(phase);
  return lastMs === undefined ? undefined : `(${humanDuration(lastMs)} in ${lastTimes?.title})`;
}

/**
 * Returns the times of the last successful Build of the same Image before a Build. Returns `undefined` if there is none, or the
 * Builds cannot be listed: the log does not need them.
 */
export async function lastPhaseTimes(
  client: Pick<KubeClient, 'list'>,
  build: KubeObject,
): Promise<PhaseTimes | undefined> {
  const image = labelOf(asBuild(build), IMAGE_LABEL);
  const number = buildNumber(asBuild(build));
  if (image === undefined || number === undefined) return undefined;
  const builds: Build[] = [];
  try {
    const { namespace } = namespacedNameOf(build);
    for await (const each of client.list(BUILDS, buildsOf({ namespace, name: image }))) builds.push(asBuild(each));
  } catch (error) {
    if (!isKubeError(error)) throw error;
  }
  return timesBefore(number, builds);
}

function timesBefore(number: number, builds: readonly Build[]): PhaseTimes | undefined {
  const earlier = builds
    .map((build) => ({ number: buildNumber(build) ?? 0, ...buildProgress(build, undefined, 0) }))
    .filter((build) => build.number < number && build.state.kind === 'succeeded')
    .toSorted((one, other) => other.number - one.number)[0];
  if (earlier === undefined) return undefined;
  const known = earlier.phases.flatMap((phase) =>
    phase.state === 'succeeded' && phase.durationMs !== undefined ? [[phase.name, phase.durationMs] as const] : [],
  );
  return { title: `Build ${earlier.number}`, durationsMs: new Map(known) };
}
