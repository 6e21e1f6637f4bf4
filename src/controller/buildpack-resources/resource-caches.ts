import type { Buildpack } from '../../core/api/kpack/buildpack.ts';
import type { ClusterBuildpack } from '../../core/api/kpack/cluster-buildpack.ts';
import type { ClusterLifecycle } from '../../core/api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../../core/api/kpack/cluster-stack.ts';
import type { ClusterStore } from '../../core/api/kpack/cluster-store.ts';
import type { CacheDependencies } from '../kit/object-cache.ts';
import { readableCache, type ReadableCache } from '../kit/readable-cache.ts';
import {
  BUILDPACKS,
  CLUSTER_BUILDPACKS,
  CLUSTER_LIFECYCLES,
  CLUSTER_STACKS,
  CLUSTER_STORES,
  type BuildpackResource,
  type BuildpackResourceKind,
} from './resource-kinds.ts';

/** The caches of all kinds of buildpack resources. */
export interface BuildpackResourceCaches {
  readonly buildpacks: ReadableCache<Buildpack>;
  readonly clusterBuildpacks: ReadableCache<ClusterBuildpack>;
  readonly clusterStores: ReadableCache<ClusterStore>;
  readonly clusterStacks: ReadableCache<ClusterStack>;
  readonly clusterLifecycles: ReadableCache<ClusterLifecycle>;
}

/** Starts to cache all buildpack resources. */
export function buildpackResourceCaches(dependencies: CacheDependencies): BuildpackResourceCaches {
  const start = <T extends BuildpackResource>(kind: BuildpackResourceKind<T>): ReadableCache<T> =>
    readableCache(kind, dependencies);
  return {
    buildpacks: start(BUILDPACKS),
    clusterBuildpacks: start(CLUSTER_BUILDPACKS),
    clusterStores: start(CLUSTER_STORES),
    clusterStacks: start(CLUSTER_STACKS),
    clusterLifecycles: start(CLUSTER_LIFECYCLES),
  };
}
