import type { JsonObject } from './json.ts';
import { asDefinition } from './objects/definition.ts';

/** A part of kpack's webhook that conflicts with taskpack, and the command that removes it. */
export interface KpackConflict {
  readonly name: string;
  readonly command: string;
}

/** The kinds and names of the webhooks of kpack's release (kpack, config/webhook.yaml). */
export const KPACK_WEBHOOKS = [
  ['MutatingWebhookConfiguration', 'defaults.webhook.kpack.io'],
  ['ValidatingWebhookConfiguration', 'validation.webhook.kpack.io'],
] as const;

/** The CustomResourceDefinitions whose objects kpack's webhook converts. */
export const CONVERTED_DEFINITIONS = ['builds', 'images', 'builders', 'clusterbuilders', 'sourceresolvers'].map(
  (plural) => `${plural}.kpack.io`,
);

/** True if a webhook converts the objects of a CustomResourceDefinition. */
export function isConvertedByWebhook(definition: JsonObject): boolean {
  return asDefinition(definition).spec.conversion.strategy === 'Webhook';
}

/** Describes a webhook of kpack as a conflict, with the command that deletes it. */
export function webhookConflict(kind: string, name: string): KpackConflict {
  return { name: `${kind} ${name}`, command: `kubectl delete ${kind.toLowerCase()} ${name}` };
}

/** Describes the conversion by kpack's webhook as a conflict, with the command that switches it off. */
export function conversionConflict(name: string): KpackConflict {
  const patch = JSON.stringify({ spec: { conversion: { strategy: 'None', webhook: null } } });
  return {
    name: `the conversion of CustomResourceDefinition ${name} by a webhook`,
    command: `kubectl patch customresourcedefinition ${name} --type merge --patch '${patch}'`,
  };
}
