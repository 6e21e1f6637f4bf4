import type { Builder } from '../../api/kpack/builder.ts';
import type { ClusterBuilder } from '../../api/kpack/cluster-builder.ts';
import { BUILDER, CLUSTER_BUILDER } from '../../api/kpack/kind-definitions.ts';
import type { KindDefinition } from '../../api/reading/kind.ts';
import type { Resource } from '../../kube/client/resource.ts';
import type { Account } from '../../registry-access/account.ts';
import { kpackResource } from '../parts/part.ts';

export type AnyBuilder = Builder | ClusterBuilder;

/** What the controller of a kind of builders must know of it. */
export interface BuilderKind<T extends AnyBuilder> {
  readonly resource: Resource;
  readonly definition: KindDefinition<T>;
}

export const BUILDERS: BuilderKind<Builder> = {
  resource: kpackResource('Builder', 'builders', true),
  definition: BUILDER,
};

export const CLUSTER_BUILDERS: BuilderKind<ClusterBuilder> = {
  resource: kpackResource('ClusterBuilder', 'clusterbuilders', false),
  definition: CLUSTER_BUILDER,
};

/** Who publishes a builder. */
export function accountOf(builder: AnyBuilder): Account {
  if (builder.kind === 'ClusterBuilder') {
    const { namespace, name } = builder.spec.serviceAccountRef;
    return { namespace, serviceAccount: name };
  }
  return { namespace: builder.metadata.namespace ?? '', serviceAccount: builder.spec.serviceAccountName };
}
