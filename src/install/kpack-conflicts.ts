import type { KubeClient } from '../clients/kube/client/kube-client.ts';
import type { Resource } from '../clients/kube/client/resource.ts';
import { CUSTOM_RESOURCE_DEFINITIONS } from '../clients/kube/client/resources.ts';
import { ignoreKubeErrors } from '../clients/kube/kube-error.ts';
import type { CallOptions } from '../clients/kube/transport/kube-request.ts';
import type { JsonObject } from '../core/model/json.ts';
import { asDefinition } from '../core/model/objects/definition.ts';

/** A part of kpack's webhook that conflicts with taskpack, and the command that removes it. */
export interface KpackConflict {
  readonly name: string;
  readonly command: string;
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

/** The webhooks of kpack's release (kpack, config/webhook.yaml). */
export const KPACK_WEBHOOKS = [
  [admission('MutatingWebhookConfiguration'), 'defaults.webhook.kpack.io'],
  [admission('ValidatingWebhookConfiguration'), 'validation.webhook.kpack.io'],
] as const;

/** The CustomResourceDefinitions whose objects kpack's webhook converts. */
export const CONVERTED = ['builds', 'images', 'builders', 'clusterbuilders', 'sourceresolvers'].map(
  (plural) => `${plural}.kpack.io`,
);

const ignoreUnreadable = ignoreKubeErrors('NOT_FOUND', 'FORBIDDEN');

/**
 * Returns the parts of kpack's webhook that the cluster still has. The API server calls the webhook for every Build and
 * refuses the Build if the webhook does not answer. Objects that may not be read are skipped. Rejects with `KubeError`.
 */
export async function kpackConflicts(
  client: Pick<KubeClient, 'get'>,
  options: CallOptions = {},
): Promise<readonly KpackConflict[]> {
  const webhooks = KPACK_WEBHOOKS.map(async ([resource, name]) => {
    const found = await client.get(resource, { name }, options).catch(ignoreUnreadable);
    return found === undefined ? undefined : webhookConflict(resource.kind, name);
  });
  const conversions = CONVERTED.map(async (name) => {
    const found = await client.get(CUSTOM_RESOURCE_DEFINITIONS, { name }, options).catch(ignoreUnreadable);
    return found !== undefined && isConvertedByWebhook(found) ? conversionConflict(name) : undefined;
  });
  const found = await Promise.all([...webhooks, ...conversions]);
  return found.filter((conflict) => conflict !== undefined);
}

/** True if a webhook converts the objects of a CustomResourceDefinition. */
export function isConvertedByWebhook(definition: JsonObject): boolean {
  return asDefinition(definition).spec.conversion.strategy === 'Webhook';
}

/** Returns a webhook of kpack that still exists. */
export function webhookConflict(kind: string, name: string): KpackConflict {
  return { name: `${kind} ${name}`, command: `kubectl delete ${kind.toLowerCase()} ${name}` };
}

/** Returns a conversion by kpack's webhook that still exists. */
export function conversionConflict(name: string): KpackConflict {
  const patch = JSON.stringify({ spec: { conversion: { strategy: 'None', webhook: null } } });
  return {
    name: `the conversion of CustomResourceDefinition ${name} by a webhook`,
    command: `kubectl patch customresourcedefinition ${name} --type merge --patch '${patch}'`,
  };
}
