import type { BuildLimits } from '../../core/build-queue/next-in-turn.ts';
import type { Selection } from '../../clients/kube/client/list.ts';
import { IMAGE_LABEL } from '../../core/model/image-metadata.ts';
import type { ControllerSettings } from '../../core/settings/controller-settings.ts';

type Limits = Pick<ControllerSettings, 'maxUnfinishedBuilds' | 'maxUnfinishedBuildsPerNamespace'>;

/**
 * Returns the limits of Builds that run at once. A limit that is not set is `Infinity`. If only the cluster has a limit, a namespace
 * gets at most half of it. A Build can run without an end, so one namespace could otherwise hold all places. `only` is the namespace of
 * a controller that serves no other.
 */
export function buildLimits(
  { maxUnfinishedBuilds: cluster = Infinity, maxUnfinishedBuildsPerNamespace }: Limits,
  only?: string,
): BuildLimits {
  const share = only === undefined ? Math.ceil(cluster / 2) : cluster;
  return { cluster, namespace: maxUnfinishedBuildsPerNamespace ?? share };
}

/** Returns the Builds to cache: a limit counts all Builds, also those that users create by hand. */
export function countedBuilds(limits: BuildLimits): Pick<Selection, 'labelSelector'> {
  return Object.values(limits).some(Number.isFinite) ? {} : { labelSelector: IMAGE_LABEL };
}
