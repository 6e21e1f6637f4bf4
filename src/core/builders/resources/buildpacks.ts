import type { ClusterStore } from '../../api/kpack/cluster-store.ts';
import type { Buildpack } from '../../buildpacks/buildpack.ts';
import { factsOf } from '../image-facts.ts';
import { type BuilderResources, isReady } from '../builder-resources.ts';
import { known, type Reading, unknown } from '../reading.ts';
import type { ImageFacts } from '../../api/taskpack/image-facts.ts';

/** A resource that provides buildpacks: its images and its status. */
export interface BuildpackResourceState {
  readonly images: readonly string[];
  readonly status: ClusterStore['status'];
}

/** Reads a resource's buildpacks from its status, or from its images' facts if the status is missing or incomplete. */
export function offeredBuildpacks(
  resource: BuildpackResourceState,
  resources: Pick<BuilderResources, 'imageFacts'>,
): Reading<readonly Buildpack[]> {
  const { images, status } = resource;
  const ofStatus = buildpacksOfStatus(status);
  if (ofStatus !== undefined) return known(ofStatus.map((entry) => withImage(entry, images[0])));
  const facts = factsOf(resources, images);
  if (facts.kind === 'unknown') return facts;
  const entries = buildpacksStatuses(images, facts.value);
  return entries.kind === 'known' ? known(entries.value.flatMap((entry) => fromStatus(entry) ?? [])) : entries;
}

/** Returns `undefined` if there is no status, or if it does not have the layer of each buildpack. */
function buildpacksOfStatus(status: BuildpackResourceState['status']): readonly Buildpack[] | undefined {
  const read = (status?.buildpacks ?? []).map(fromStatus);
  if (read.length === 0 && !isReady(status)) return undefined;
  const complete = read.filter((buildpack) => buildpack !== undefined);
  return complete.length === read.length ? complete : undefined;
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

/** One buildpack of a status. */
export type BuildpackStatus = NonNullable<NonNullable<ClusterStore['status']>['buildpacks']>[number];

/** Returns `status.buildpacks` of a resource with these images and their facts. */
export function buildpacksStatuses(
  images: readonly string[],
  facts: readonly ImageFacts[],
): Reading<readonly BuildpackStatus[]> {
  const empty = facts.findIndex(({ buildpacks = [] }) => buildpacks.length === 0);
  if (empty >= 0) return unknown(`image ${images[empty]} has no buildpacks (label io.buildpacks.buildpack.layers)`);
  return known(facts.flatMap((ofImage, index) => buildpacksStatus(images[index] ?? '', ofImage)));
}

/** Returns `status.buildpacks` as kpack's RemoteBuildpackReader writes it, with taskpack's additional fields. */
export function buildpacksStatus(
  image: string,
  { buildpackage, buildpacks = [] }: ImageFacts,
): readonly BuildpackStatus[] {
  return buildpacks.map(({ id, version, diffId, digest, size, ...others }) => ({
    id,
    ...(version !== undefined && { version }),
    ...(buildpackage !== undefined && { buildpackage }),
    storeImage: { image },
    diffId,
    digest,
    size,
    ...others,
  }));
}
