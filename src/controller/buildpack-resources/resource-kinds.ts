import { KPACK_RESOURCES } from '../../clients/kube/client/resources.ts';
import type { Buildpack } from '../../core/api/kpack/buildpack.ts';
import type { ClusterBuildpack } from '../../core/api/kpack/cluster-buildpack.ts';
import type { ClusterLifecycle } from '../../core/api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../../core/api/kpack/cluster-stack.ts';
import type { ClusterStore } from '../../core/api/kpack/cluster-store.ts';
import {
  BUILDPACK,
  CLUSTER_BUILDPACK,
  CLUSTER_LIFECYCLE,
  CLUSTER_STACK,
  CLUSTER_STORE,
} from '../../core/api/kpack/kind-definitions.ts';
import type { ObjectMeta } from '../../core/api/kubernetes/object-meta.ts';
import type { KindDefinition } from '../../core/api/reading/read-kind.ts';
import type { ImageFacts } from '../../core/api/taskpack/image-facts.ts';
import { known, type Reading } from '../../core/builders/reading.ts';
import {
  buildpacksStatuses,
  offeredBuildpacks,
  type BuildpackStatus,
} from '../../core/builders/resources/buildpacks.ts';
import { lifecycleStatus, readLifecycle } from '../../core/builders/resources/lifecycle.ts';
import { stackStatus } from '../../core/builders/resources/stack-status.ts';
import { readStack } from '../../core/builders/resources/stack.ts';
import { compareTexts } from '../../core/model/compare-texts.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import type { Account } from '../registry-access/account.ts';

/** An object that names the images of which builders are made, and whose status describes their content. */
export interface BuildpackResource {
  readonly metadata: ObjectMeta;
  readonly status?: Pick<NonNullable<ClusterStack['status']>, 'observedGeneration' | 'conditions'>;
}

/** How the controller handles one kind of buildpack resource. */
export interface BuildpackResourceKind<T extends BuildpackResource> {
  readonly resource: Resource;
  readonly definition: KindDefinition<T>;
  readonly images: (object: T) => readonly string[];
  /** Returns the account that reads the images; `undefined` is anonymous. */
  readonly account: (object: T) => Account | undefined;
  /** Returns the status without conditions and generation. The facts are in the order of the images. */
  readonly describe: (object: T, facts: readonly ImageFacts[]) => Reading<object>;
  /** True if the status has all that a builder's digest needs. A status that kpack wrote can lack fields. */
  readonly isComplete: (object: T) => boolean;
}

const WITHOUT_FACTS = { imageFacts: () => undefined };

export const CLUSTER_LIFECYCLES: BuildpackResourceKind<ClusterLifecycle> = {
  resource: KPACK_RESOURCES.ClusterLifecycle,
  definition: CLUSTER_LIFECYCLE,
  images: ({ spec }) => [spec.image],
  account: referencedAccount,
  describe: ({ spec }, [facts]) => {
    if (facts === undefined) throw new Error('a ClusterLifecycle needs the facts of one image');
    return lifecycleStatus(spec.image, facts);
  },
  isComplete: (lifecycle) => readLifecycle(lifecycle, WITHOUT_FACTS).kind === 'known',
};

export const CLUSTER_STACKS: BuildpackResourceKind<ClusterStack> = {
  resource: KPACK_RESOURCES.ClusterStack,
  definition: CLUSTER_STACK,
  images: ({ spec }) => [spec.buildImage.image, spec.runImage.image],
  account: referencedAccount,
  describe: ({ spec }, [build, run]) => {
    if (build === undefined || run === undefined) throw new Error('a ClusterStack needs the facts of two images');
    return stackStatus(spec, build, run);
  },
  isComplete: (stack) => readStack(stack, WITHOUT_FACTS).kind === 'known',
};

export const BUILDPACKS: BuildpackResourceKind<Buildpack> = buildpackSource({
  resource: KPACK_RESOURCES.Buildpack,
  definition: BUILDPACK,
  images: ({ spec }) => [spec.image],
  account: ({ metadata, spec }) => ({
    namespace: metadata.namespace ?? '',
    serviceAccount: spec.serviceAccountName,
  }),
});

export const CLUSTER_BUILDPACKS: BuildpackResourceKind<ClusterBuildpack> = buildpackSource({
  resource: KPACK_RESOURCES.ClusterBuildpack,
  definition: CLUSTER_BUILDPACK,
  images: ({ spec }) => [spec.image],
  account: referencedAccount,
});

export const CLUSTER_STORES: BuildpackResourceKind<ClusterStore> = buildpackSource({
  resource: KPACK_RESOURCES.ClusterStore,
  definition: CLUSTER_STORE,
  images: ({ spec }) => spec.sources.map(({ image }) => image),
  account: referencedAccount,
});

/** Returns a kind whose images contain buildpacks. Such kinds differ only in their images and accounts. */
function buildpackSource<T extends BuildpackResource & Pick<ClusterStore, 'status'>>(
  own: Pick<BuildpackResourceKind<T>, 'resource' | 'definition' | 'images' | 'account'>,
): BuildpackResourceKind<T> {
  return {
    ...own,
    describe: (object, facts) => {
      const buildpacks = buildpacksStatuses(own.images(object), facts);
      return buildpacks.kind === 'known' ? known({ buildpacks: buildpacks.value.toSorted(byName) }) : buildpacks;
    },
    isComplete: (object) => {
      const offered = offeredBuildpacks({ images: own.images(object), status: object.status }, WITHOUT_FACTS);
      return offered.kind === 'known' && offered.value.every(({ mediaType }) => mediaType !== undefined);
    },
  };
}

/** Orders buildpacks by id and version, as kpack's RemoteStoreReader does, then by image. */
function byName(one: BuildpackStatus, other: BuildpackStatus): number {
  return compareTexts(sortKey(one), sortKey(other));
}

function sortKey({ id, version = '', storeImage }: BuildpackStatus): string {
  return `${id}@${version} ${storeImage?.image ?? ''}`;
}

/**
 * Returns the account of a cluster-scoped object; `undefined` (anonymous access) if the object references no account.
 */
export function referencedAccount({
  spec,
}: {
  readonly spec: Pick<ClusterStack['spec'], 'serviceAccountRef'>;
}): Account | undefined {
  const { serviceAccountRef: reference } = spec;
  return reference === undefined ? undefined : { namespace: reference.namespace, serviceAccount: reference.name };
}
