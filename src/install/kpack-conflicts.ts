import type { KubeClient } from '../clients/kube/client/kube-client.ts';
import type { Resource } from '../clients/kube/client/resource.ts';
import { CUSTOM_RESOURCE_DEFINITIONS } from '../clients/kube/client/resources.ts';
import { ignoreKubeErrors } from '../clients/kube/kube-error.ts';
import type { CallOptions } from '../clients/kube/transport/kube-request.ts';
import {
  conversionConflict,
  CONVERTED_DEFINITIONS,
  isConvertedByWebhook,
  KPACK_WEBHOOKS,
  webhookConflict,
  type KpackConflict,
} from '../core/model/kpack-webhook.ts';

const ignoreUnreadable = ignoreKubeErrors('NOT_FOUND', 'FORBIDDEN');

/**
 * Returns the parts of kpack's webhook that the cluster still has. The API server calls the webhook for every Build and
 * refuses the Build if the webhook does not answer. Objects that may not be read are skipped. Rejects with `KubeError`.
 */
export async function kpackConflicts(
  client: Pick<KubeClient, 'get'>,
  options: CallOptions = {},
): Promise<readonly KpackConflict[]> {
  const webhooks = KPACK_WEBHOOKS.map(async ([kind, name]) => {
    const found = await client.get(admission(kind), { name }, options).catch(ignoreUnreadable);
    return found === undefined ? undefined : webhookConflict(kind, name);
  });
  const conversions = CONVERTED_DEFINITIONS.map(async (name) => {
    const found = await client.get(CUSTOM_RESOURCE_DEFINITIONS, { name }, options).catch(ignoreUnreadable);
    return found !== undefined && isConvertedByWebhook(found) ? conversionConflict(name) : undefined;
  });
  const found = await Promise.all([...webhooks, ...conversions]);
  return found.filter((conflict) => conflict !== undefined);
}

function admission(kind: string): Resource {
  return {
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    plural: `${kind.toLowerCase()}s`,
    kind,
    isNamespaced: false,
  };
}
