import type { KubeClient } from '../../../kube/client/kube-client.ts';
import { NAMESPACES } from '../../../kube/client/resources.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import type { BuildPolicy } from '../../../model/build-policy.ts';
import { objectAt } from '../../../model/json-field.ts';
import {
  ENV_FROM_SECRETS_LABEL,
  type NamespacePermission,
  WORKLOAD_IDENTITY_LABEL,
} from '../../../model/namespace-permission.ts';
import type { BuildReads, PermissionLabels } from '../state-between-reconciles/state-between-reconciles.ts';

export interface PermissionDependencies {
  readonly client: Pick<KubeClient, 'get'>;
  readonly settings: Pick<BuildPolicy, 'workloadIdentity' | 'envFromSecrets'>;
}

/** True if something is permitted to the Builds of a namespace. */
export type IsPermitted = (
  namespace: string,
  reads: Pick<BuildReads, 'permissionLabels'>,
  signal: AbortSignal,
) => Promise<boolean>;

export interface NamespacePermissions {
  /** If workloads may use the cloud identity of the Build's ServiceAccount. */
  readonly workloadIdentity: IsPermitted;
  /** If the Build's `env` may name keys of Secrets. */
  readonly envFromSecrets: IsPermitted;
}

/** Namespaces are cluster-scoped, so their labels are the decision of an administrator of the cluster. */
export function createNamespacePermissions({ client, settings }: PermissionDependencies): NamespacePermissions {
  const permission =
    (setting: NamespacePermission, label: keyof PermissionLabels): IsPermitted =>
    async (name, reads, signal) => {
      switch (setting) {
        case 'never':
          return false;
        case 'always':
          return true;
        case 'labeled':
          return (await reads.permissionLabels({ name }, async () => readLabels(client, name, signal)))[label];
      }
    };
  return {
    workloadIdentity: permission(settings.workloadIdentity, 'workloadIdentity'),
    envFromSecrets: permission(settings.envFromSecrets, 'envFromSecrets'),
  };
}

const NO_LABELS: PermissionLabels = { workloadIdentity: false, envFromSecrets: false };

async function readLabels(
  client: Pick<KubeClient, 'get'>,
  name: string,
  signal: AbortSignal,
): Promise<PermissionLabels> {
  try {
    const { metadata } = await client.get(NAMESPACES, { name }, { signal });
    const labels = objectAt(metadata, 'labels');
    return {
      workloadIdentity: labels[WORKLOAD_IDENTITY_LABEL] === 'true',
      envFromSecrets: labels[ENV_FROM_SECRETS_LABEL] === 'true',
    };
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return NO_LABELS;
    throw error;
  }
}
