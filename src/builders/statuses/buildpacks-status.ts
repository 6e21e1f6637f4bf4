import type { ClusterStore } from '../../api/kpack/cluster-store.ts';
import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import { known, unknown, type Reading } from '../reading.ts';

/** What a status says of one buildpack. */
export type BuildpackStatus = NonNullable<NonNullable<ClusterStore['status']>['buildpacks']>[number];

/** `status.buildpacks` of a resource with these images; each has facts. */
export function buildpacksStatuses(
  images: readonly string[],
  facts: readonly ImageFacts[],
): Reading<readonly BuildpackStatus[]> {
  const empty = facts.findIndex(({ buildpacks = [] }) => buildpacks.length === 0);
  if (empty >= 0) return unknown(`image ${images[empty]} has no buildpacks (label io.buildpacks.buildpack.layers)`);
  return known(facts.flatMap((ofImage, place) => buildpacksStatus(images[place] ?? '', ofImage)));
}

/** `status.buildpacks` of a resource with that image, as kpack's RemoteBuildpackReader fills it, and what is ours. */
export function buildpacksStatus(
  image: string,
  { buildpackage, buildpacks = [] }: ImageFacts,
): readonly BuildpackStatus[] {
  return buildpacks.map(({ id, version, diffId, digest, size, ...told }) => ({
    id,
    ...(version !== undefined && { version }),
    ...(buildpackage !== undefined && { buildpackage }),
    storeImage: { image },
    diffId,
    digest,
    size,
    ...told,
  }));
}
