import type { ClusterStore } from '../../api/kpack/cluster-store.ts';
import type { Buildpack } from '../../buildpacks/buildpack.ts';
import { factsOf } from '../images.ts';
import { isReady } from '../parts/readiness.ts';
import { known, type Reading } from '../reading.ts';
import { buildpacksStatuses, type BuildpackStatus } from '../statuses/buildpacks-status.ts';
import type { BuilderWorld } from '../world.ts';

/** A resource that offers buildpacks: its images, and what its status says is in them. */
export interface Offering {
  readonly images: readonly string[];
  readonly status: ClusterStore['status'];
}

/** The buildpacks of a resource from its status, or from its images' facts where kpack did not look at them. */
export function offeredBuildpacks(
  offering: Offering,
  world: Pick<BuilderWorld, 'imageFacts'>,
): Reading<readonly Buildpack[]> {
  const { images, status } = offering;
  const told = toldBuildpacks(status);
  if (told !== undefined) return known(told.map((entry) => withImage(entry, images[0])));
  const facts = factsOf(world, images);
  if (facts.kind === 'unknown') return facts;
  const entries = buildpacksStatuses(images, facts.value);
  return entries.kind === 'known' ? known(entries.value.flatMap((entry) => fromStatus(entry) ?? [])) : entries;
}

/** Nothing where kpack wrote no status, or one that does not say where each layer is. */
function toldBuildpacks(status: Offering['status']): readonly Buildpack[] | undefined {
  const told = (status?.buildpacks ?? []).map(fromStatus);
  if (told.length === 0 && !isReady(status)) return undefined;
  const complete = told.filter((buildpack) => buildpack !== undefined);
  return complete.length === told.length ? complete : undefined;
}

function withImage(buildpack: Buildpack, image: string | undefined): Buildpack {
  return buildpack.image !== undefined || image === undefined ? buildpack : { ...buildpack, image };
}

function fromStatus(status: BuildpackStatus): Buildpack | undefined {
  const { id, version = '', diffId, digest, size, storeImage } = status;
  if (diffId === undefined || digest === undefined || size === undefined) return undefined;
  const { api, homepage, mediaType, stacks, targets } = status;
  const order = status.order?.map(({ group = [] }) => ({
    group: group.map((entry) => ({ ...entry, id: entry.id ?? '' })),
  }));
  return {
    id,
    version,
    diffId,
    digest,
    size,
    ...(mediaType !== undefined && { mediaType }),
    ...(storeImage?.image !== undefined && { image: storeImage.image }),
    ...(api !== undefined && { api }),
    ...(homepage !== undefined && { homepage }),
    ...(order !== undefined && { order }),
    ...(stacks !== undefined && { stacks }),
    ...(targets !== undefined && { targets }),
  };
}
