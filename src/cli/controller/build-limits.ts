import type { BuildLimits } from '../../build-queue/next-in-turn.ts';
import type { Selection } from '../../kube/client/list.ts';
import { IMAGE_LABEL } from '../../model/image-metadata.ts';
import type { ControllerSettings } from '../../settings/controller-settings.ts';

type Limits = Pick<ControllerSettings, 'maxUnfinishedBuilds' | 'maxUnfinishedBuildsPerNamespace'>;

/** Returns the limits of unfinished Builds. A limit that is not set is `Infinity`. */
export function buildLimits({
  maxUnfinishedBuilds = Infinity,
  maxUnfinishedBuildsPerNamespace = Infinity,
}: Limits): BuildLimits {
  return { cluster: maxUnfinishedBuilds, namespace: maxUnfinishedBuildsPerNamespace };
}

/** Returns the Builds to cache: a limit counts all Builds, also those that users create by hand. */
export function countedBuilds(limits: BuildLimits): Pick<Selection, 'labelSelector'> {
  return Object.values(limits).some(Number.isFinite) ? {} : { labelSelector: IMAGE_LABEL };
}
