import type { KubeClient } from '../../../kube/client/kube-client.ts';
import { NAMESPACES } from '../../../kube/client/resource.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import { objectAt } from '../../../model/json-field.ts';
import { WORKLOAD_IDENTITY_LABEL } from '../../../model/workload-identity.ts';
import type { BuildSettings } from '../build-settings.ts';
import type { BuildReads } from '../memory/build-memory.ts';

export interface IdentityDependencies {
  readonly client: Pick<KubeClient, 'get'>;
  readonly settings: Pick<BuildSettings, 'workloadIdentity'>;
}

/** True if the Builds of a namespace may use the cloud identity of their ServiceAccounts. */
export type AllowsIdentity = (
  namespace: string,
  reads: Pick<BuildReads, 'identityLabel'>,
  signal: AbortSignal,
) => Promise<boolean>;

/** Namespaces are cluster-scoped, so their labels are the decision of an administrator of the cluster. */
export function createIdentityCheck({ client, settings }: IdentityDependencies): AllowsIdentity {
  return async (name, reads, signal) => {
    switch (settings.workloadIdentity) {
      case 'never':
        return false;
      case 'always':
        return true;
      case 'labeled':
        return reads.identityLabel({ name }, async () => hasLabel(client, name, signal));
    }
  };
}

async function hasLabel(client: Pick<KubeClient, 'get'>, name: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { metadata } = await client.get(NAMESPACES, { name }, { signal });
    return objectAt(metadata, 'labels')[WORKLOAD_IDENTITY_LABEL] === 'true';
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return false;
    throw error;
  }
}
