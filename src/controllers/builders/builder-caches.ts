import type { Builder } from '../../api/kpack/builder.ts';
import type { ClusterBuilder } from '../../api/kpack/cluster-builder.ts';
import type { CacheCollaborators } from '../cluster/cached.ts';
import { readableCache, type ReadableCache } from '../cluster/readable-cache.ts';
import { BUILDERS, CLUSTER_BUILDERS } from './builder-kind.ts';

export interface BuilderCaches {
  readonly builders: ReadableCache<Builder>;
  readonly clusterBuilders: ReadableCache<ClusterBuilder>;
}

/** Begins to keep the builders of a cluster. */
export function builderCaches(shell: CacheCollaborators): BuilderCaches {
  return { builders: readableCache(BUILDERS, shell), clusterBuilders: readableCache(CLUSTER_BUILDERS, shell) };
}
