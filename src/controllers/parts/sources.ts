import { BUILDPACK, CLUSTER_BUILDPACK, CLUSTER_STORE } from '../../api/kpack/kind-definitions.ts';
import type { Buildpack } from '../../api/kpack/buildpack.ts';
import type { ClusterBuildpack } from '../../api/kpack/cluster-buildpack.ts';
import type { ClusterStore } from '../../api/kpack/cluster-store.ts';
import { compareTexts } from '../../buildpacks/compare-texts.ts';
import { known } from '../../builders/reading.ts';
import { offeredBuildpacks } from '../../builders/sources/offered-buildpacks.ts';
import { buildpacksStatuses, type BuildpackStatus } from '../../builders/statuses/buildpacks-status.ts';
import { kpackResource, type Part, type PartKind } from './part.ts';
import { referencedAccount } from './referenced-account.ts';

/** The kinds that offer buildpacks differ in how they name their images and who may read them. */
function source<T extends Part & Pick<ClusterStore, 'status'>>(
  own: Pick<PartKind<T>, 'resource' | 'definition' | 'images' | 'account'>,
): PartKind<T> {
  return {
    ...own,
    describe: (part, facts) => {
      const buildpacks = buildpacksStatuses(own.images(part), facts);
      return buildpacks.kind === 'known' ? known({ buildpacks: buildpacks.value.toSorted(byName) }) : buildpacks;
    },
    isComplete: (part) => {
      const offered = offeredBuildpacks(
        { images: own.images(part), status: part.status },
        { imageFacts: () => undefined },
      );
      return offered.kind === 'known' && offered.value.every(({ mediaType }) => mediaType !== undefined);
    },
  };
}

export const BUILDPACKS: PartKind<Buildpack> = source({
  resource: kpackResource('Buildpack', 'buildpacks', true),
  definition: BUILDPACK,
  images: ({ spec }) => [spec.image],
  account: ({ metadata, spec }) => ({
    namespace: metadata.namespace ?? '',
    serviceAccount: spec.serviceAccountName,
  }),
});

export const CLUSTER_BUILDPACKS: PartKind<ClusterBuildpack> = source({
  resource: kpackResource('ClusterBuildpack', 'clusterbuildpacks', false),
  definition: CLUSTER_BUILDPACK,
  images: ({ spec }) => [spec.image],
  account: referencedAccount,
});

export const CLUSTER_STORES: PartKind<ClusterStore> = source({
  resource: kpackResource('ClusterStore', 'clusterstores', false),
  definition: CLUSTER_STORE,
  images: ({ spec }) => spec.sources.map(({ image }) => image),
  account: referencedAccount,
});

/** kpack's RemoteStoreReader sorts so, and by image where two have the same. */
function byName(one: BuildpackStatus, other: BuildpackStatus): number {
  return compareTexts(sortKey(one), sortKey(other));
}

function sortKey({ id, version = '', storeImage }: BuildpackStatus): string {
  return `${id}@${version} ${storeImage?.image ?? ''}`;
}
