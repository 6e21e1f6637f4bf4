import { KPACK_RESOURCES } from '../../clients/kube/client/resources.ts';
import type { Builder } from '../../core/api/kpack/builder.ts';
import type { ClusterBuilder } from '../../core/api/kpack/cluster-builder.ts';
import { BUILDER, CLUSTER_BUILDER } from '../../core/api/kpack/kind-definitions.ts';
import type { KindDefinition } from '../../core/api/reading/read-kind.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import type { Account } from '../registry-access/account.ts';
import type { CacheDependencies } from '../kit/object-cache.ts';
import { readableCache, type ReadableCache } from '../kit/readable-cache.ts';

export type AnyBuilder = Builder | ClusterBuilder;

/** The API resource of one kind of builder, and how to read it. */
export interface BuilderKind<T extends AnyBuilder> {
  readonly resource: Resource;
  readonly definition: KindDefinition<T>;
}

export const BUILDERS: BuilderKind<Builder> = {
  resource: KPACK_RESOURCES.Builder,
  definition: BUILDER,
};

export const CLUSTER_BUILDERS: BuilderKind<ClusterBuilder> = {
  resource: KPACK_RESOURCES.ClusterBuilder,
  definition: CLUSTER_BUILDER,
};

/** The caches of both kinds of builders. */
export interface BuilderCaches {
  readonly builders: ReadableCache<Builder>;
  readonly clusterBuilders: ReadableCache<ClusterBuilder>;
}

/** Starts to cache the builders of a cluster. */
export function builderCaches(dependencies: CacheDependencies): BuilderCaches {
  return {
    builders: readableCache(BUILDERS, dependencies),
    clusterBuilders: readableCache(CLUSTER_BUILDERS, dependencies),
  };
}

/** Returns the account that publishes the builder. */
export function accountOf(builder: AnyBuilder): Account {
  if (builder.kind === 'ClusterBuilder') {
    const { namespace, name } = builder.spec.serviceAccountRef;
    return { namespace, serviceAccount: name };
  }
  return { namespace: builder.metadata.namespace ?? '', serviceAccount: builder.spec.serviceAccountName };
}
