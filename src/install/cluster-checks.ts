import type { KubeClient } from '../clients/kube/client/kube-client.ts';
import { keyOf } from '../clients/kube/client/kube-object.ts';
import { DEPLOYMENTS, PODS } from '../clients/kube/client/resources.ts';
import { servedResources } from '../clients/kube/discovery/served-resources.ts';
import { isKubeError } from '../clients/kube/kube-error.ts';
import type { CallOptions } from '../clients/kube/transport/kube-request.ts';
import type { Transport } from '../clients/kube/transport/transport.ts';
import { asPod } from '../core/model/objects/pod.ts';
import { json } from '../core/model/objects/reader.ts';

/** The names of kpack's release (kpack, config/controller.yaml). */
const DEPLOYMENT = { namespace: 'kpack', name: 'kpack-controller' };
const LABEL = 'app=kpack-controller';

/**
 * Returns kpack's controller if it runs: `deployment kpack/kpack-controller`, or its Pod if it has another name;
 * `undefined` if it does not run. Rejects with `KubeError`, which is `FORBIDDEN` without permission to check.
 */
export async function runningKpackController(
  client: Pick<KubeClient, 'get' | 'list'>,
  options: CallOptions = {},
): Promise<string | undefined> {
  if (await isDeployed(client, options)) return `deployment ${DEPLOYMENT.namespace}/${DEPLOYMENT.name}`;
  for await (const pod of client.list(PODS, { ...options, labelSelector: LABEL })) {
    if (asPod(pod).status.conditions.some(({ type, status }) => type === 'Ready' && status === 'True'))
      return `pod ${keyOf(pod)}`;
  }
  return undefined;
}

async function isDeployed(client: Pick<KubeClient, 'get'>, options: CallOptions): Promise<boolean> {
  try {
    const { status } = await client.get(DEPLOYMENTS, DEPLOYMENT, options);
    return Number(json(status)['readyReplicas'] ?? 0) > 0;
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return false;
    throw error;
  }
}

const KPACK = { group: 'kpack.io', version: 'v1alpha2' } as const;

/** The resources that the controller reconciles. */
const PLURALS = [
  'builds',
  'images',
  'builders',
  'clusterbuilders',
  'buildpacks',
  'clusterbuildpacks',
  'clusterstores',
  'clusterstacks',
  'clusterlifecycles',
  'sourceresolvers',
];

/** Returns the plurals of the custom resources that the cluster does not serve. Rejects with `KubeError`. */
export async function missingDefinitions(transport: Transport, options: CallOptions = {}): Promise<readonly string[]> {
  const served = await servedResources(transport, KPACK, options);
  return PLURALS.filter((plural) => !served.some((resource) => resource.plural === plural));
}
