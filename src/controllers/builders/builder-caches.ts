import type { Builder } from '../../api/kpack/builder.ts';
import type { ClusterBuilder } from '../../api/kpack/cluster-builder.ts';
import { cached, type CacheCollaborators, type Cached } from '../cluster/cached.ts';
import { objectReader } from '../cluster/object-reader.ts';
import { BUILDERS, CLUSTER_BUILDERS } from './builder-kind.ts';

export interface BuilderCaches {
  readonly builders: Cached<Builder>;
  readonly clusterBuilders: Cached<ClusterBuilder>;
}

/** Begins to keep the builders of a cluster. */
export function builderCaches(shell: CacheCollaborators): BuilderCaches {
  return {
    builders: cached({ resource: BUILDERS.resource, parse: objectReader(BUILDERS.definition) }, shell),
    clusterBuilders: cached(
      { resource: CLUSTER_BUILDERS.resource, parse: objectReader(CLUSTER_BUILDERS.definition) },
      shell,
    ),
  };
}
