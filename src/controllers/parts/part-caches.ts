import type { Buildpack } from '../../api/kpack/buildpack.ts';
import type { ClusterBuildpack } from '../../api/kpack/cluster-buildpack.ts';
import type { ClusterLifecycle } from '../../api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../../api/kpack/cluster-stack.ts';
import type { ClusterStore } from '../../api/kpack/cluster-store.ts';
import type { CacheCollaborators } from '../cluster/cached.ts';
import { readableCache, type ReadableCache } from '../cluster/readable-cache.ts';
import { CLUSTER_LIFECYCLES } from './cluster-lifecycles.ts';
import { CLUSTER_STACKS } from './cluster-stacks.ts';
import type { Part, PartKind } from './part.ts';
import { BUILDPACKS, CLUSTER_BUILDPACKS, CLUSTER_STORES } from './sources.ts';

/** All that builders are made of. */
export interface PartCaches {
  readonly buildpacks: ReadableCache<Buildpack>;
  readonly clusterBuildpacks: ReadableCache<ClusterBuildpack>;
  readonly clusterStores: ReadableCache<ClusterStore>;
  readonly clusterStacks: ReadableCache<ClusterStack>;
  readonly clusterLifecycles: ReadableCache<ClusterLifecycle>;
}

/** Begins to keep them. */
export function partCaches(shell: CacheCollaborators): PartCaches {
  const keep = <T extends Part>(kind: PartKind<T>): ReadableCache<T> => readableCache(kind, shell);
  return {
    buildpacks: keep(BUILDPACKS),
    clusterBuildpacks: keep(CLUSTER_BUILDPACKS),
    clusterStores: keep(CLUSTER_STORES),
    clusterStacks: keep(CLUSTER_STACKS),
    clusterLifecycles: keep(CLUSTER_LIFECYCLES),
  };
}
