import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { Resource } from '../../kube/client/resource.ts';
import { CUSTOM_RESOURCE_DEFINITIONS } from '../../kube/client/resources.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import type { CallOptions } from '../../kube/transport/kube-request.ts';
import { isJsonObject } from '../../model/json.ts';

/** Something of kpack's webhook that outlived it, and the command that removes it. */
export interface Leftover {
  readonly what: string;
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

/** As kpack's release has them (kpack, config/webhook.yaml). */
export const KPACK_WEBHOOKS = [
  [admission('MutatingWebhookConfiguration'), 'defaults.webhook.kpack.io'],
  [admission('ValidatingWebhookConfiguration'), 'validation.webhook.kpack.io'],
] as const;

/** The definitions that kpack has its webhook convert. */
export const CONVERTED = ['builds', 'images', 'builders', 'clusterbuilders'].map((plural) => `${plural}.kpack.io`);

/**
 * What is left of kpack's webhook: the API server would ask it for every Build, and refuse all where nobody answers.
 * What may not be read counts as not there. Rejects with `KubeError`.
 */
export async function leftovers(
  client: Pick<KubeClient, 'get'>,
  options: CallOptions = {},
): Promise<readonly Leftover[]> {
  const webhooks = KPACK_WEBHOOKS.map(async ([resource, name]) => {
    const found = await getIfThere(client, resource, name, options);
    return found === undefined ? undefined : webhookLeftover(resource, name);
  });
  const conversions = CONVERTED.map(async (name) => {
    const found = await getIfThere(client, CUSTOM_RESOURCE_DEFINITIONS, name, options);
    return found !== undefined && isConvertedByWebhook(found) ? conversionLeftover(name) : undefined;
  });
  const found = await Promise.all([...webhooks, ...conversions]);
  return found.filter((leftover) => leftover !== undefined);
}

async function getIfThere(
  client: Pick<KubeClient, 'get'>,
  resource: Resource,
  name: string,
  options: CallOptions,
): Promise<KubeObject | undefined> {
  try {
    return await client.get(resource, { name }, options);
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND', 'FORBIDDEN')) return undefined;
    throw error;
  }
}

function isConvertedByWebhook({ spec }: KubeObject): boolean {
  const { conversion } = isJsonObject(spec) ? spec : {};
  return isJsonObject(conversion) && conversion['strategy'] === 'Webhook';
}

function webhookLeftover({ kind }: Resource, name: string): Leftover {
  return { what: `${kind} ${name}`, command: `kubectl delete ${kind.toLowerCase()} ${name}` };
}

function conversionLeftover(name: string): Leftover {
  const patch = JSON.stringify({ spec: { conversion: { strategy: 'None', webhook: null } } });
  return {
    what: `the conversion of CustomResourceDefinition ${name} by a webhook`,
    command: `kubectl patch customresourcedefinition ${name} --type merge --patch '${patch}'`,
  };
}
