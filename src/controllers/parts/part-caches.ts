import type { Buildpack } from '../../api/kpack/buildpack.ts';
import type { ClusterBuildpack } from '../../api/kpack/cluster-buildpack.ts';
import type { ClusterLifecycle } from '../../api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../../api/kpack/cluster-stack.ts';
import type { ClusterStore } from '../../api/kpack/cluster-store.ts';
import { cached, type CacheCollaborators, type Cached } from '../cluster/cached.ts';
import { objectReader } from '../cluster/object-reader.ts';
import { CLUSTER_LIFECYCLES } from './cluster-lifecycles.ts';
import { CLUSTER_STACKS } from './cluster-stacks.ts';
import type { Part, PartKind } from './part.ts';
import { BUILDPACKS, CLUSTER_BUILDPACKS, CLUSTER_STORES } from './sources.ts';

/** All that builders are made of. */
export interface PartCaches {
  readonly buildpacks: Cached<Buildpack>;
  readonly clusterBuildpacks: Cached<ClusterBuildpack>;
  readonly clusterStores: Cached<ClusterStore>;
  readonly clusterStacks: Cached<ClusterStack>;
  readonly clusterLifecycles: Cached<ClusterLifecycle>;
}

/** Begins to keep them. */
export function partCaches(shell: CacheCollaborators): PartCaches {
  const keep = <T extends Part>({ resource, definition }: PartKind<T>): Cached<T> =>
    cached({ resource, parse: objectReader(definition) }, shell);
  return {
    buildpacks: keep(BUILDPACKS),
    clusterBuildpacks: keep(CLUSTER_BUILDPACKS),
    clusterStores: keep(CLUSTER_STORES),
    clusterStacks: keep(CLUSTER_STACKS),
    clusterLifecycles: keep(CLUSTER_LIFECYCLES),
  };
}
