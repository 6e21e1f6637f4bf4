import type { KubeClient } from '../../kube/client/kube-client.ts';
import { keyOf, type KubeObject } from '../../kube/client/kube-object.ts';
import type { Resource } from '../../kube/client/resource.ts';
import { PODS } from '../../kube/client/resources.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import type { CallOptions } from '../../kube/transport/kube-request.ts';
import { isJsonList, isJsonObject } from '../../model/json.ts';

const DEPLOYMENTS: Resource = {
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  isNamespaced: true,
};

/** As kpack's release has them (kpack, config/controller.yaml). */
const DEPLOYMENT = { namespace: 'kpack', name: 'kpack-controller' };
const LABEL = 'app=kpack-controller';

/**
 * kpack's own controller where it runs: `deployment kpack/kpack-controller`, or a pod of it where it is installed under
 * another name; `undefined` where there is none. Rejects with `KubeError`: `FORBIDDEN` where we may not know.
 */
export async function liveKpack(
  client: Pick<KubeClient, 'get' | 'list'>,
  options: CallOptions = {},
): Promise<string | undefined> {
  if (await isDeployed(client, options)) return `deployment ${DEPLOYMENT.namespace}/${DEPLOYMENT.name}`;
  for await (const pod of client.list(PODS, { ...options, labelSelector: LABEL })) {
    if (isReady(pod)) return `pod ${keyOf(pod)}`;
  }
  return undefined;
}

async function isDeployed(client: Pick<KubeClient, 'get'>, options: CallOptions): Promise<boolean> {
  try {
    const { status } = await client.get(DEPLOYMENTS, DEPLOYMENT, options);
    return isJsonObject(status) && Number(status['readyReplicas'] ?? 0) > 0;
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return false;
    throw error;
  }
}

function isReady({ status }: KubeObject): boolean {
  const { conditions } = isJsonObject(status) ? status : {};
  if (conditions === undefined || !isJsonList(conditions)) return false;
  return conditions.filter(isJsonObject).some(({ type, status: is }) => type === 'Ready' && is === 'True');
}
