import { NAMESPACES } from '../../../kube/client/resources.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import { objectAt } from '../../../model/json-field.ts';
import { ENV_FROM_SECRETS_LABEL, WORKLOAD_IDENTITY_LABEL } from '../../../model/namespace-permission.ts';
import type { BuildContext } from '../build-context.ts';
import type { BuildReads, PermissionLabels } from '../state-between-reconciles/state-between-reconciles.ts';

/**
 * True if the setting permits something to the Builds of a namespace. Namespaces are cluster-scoped, so their labels are the
 * decision of an administrator of the cluster.
 */
export async function isPermitted(
  context: BuildContext,
  setting: keyof PermissionLabels,
  namespace: string,
  reads: BuildReads,
): Promise<boolean> {
  switch (context.settings[setting]) {
    case 'never':
      return false;
    case 'always':
      return true;
    case 'labeled':
      return (await reads.permissionLabels({ name: namespace }, async () => readLabels(context, namespace)))[setting];
  }
}

const NO_LABELS: PermissionLabels = { workloadIdentity: false, envFromSecrets: false };

async function readLabels({ client, signal }: BuildContext, name: string): Promise<PermissionLabels> {
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
