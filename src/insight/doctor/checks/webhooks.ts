import {
  conversionConflict,
  CONVERTED_DEFINITIONS,
  isConvertedByWebhook,
  KPACK_WEBHOOKS,
  webhookConflict,
} from '../../../core/model/kpack-webhook.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { asObject } from '../../../core/model/objects/object-meta.ts';
import { fields, list, text, texts } from '../../../core/model/objects/reader.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import { valueOr } from '../used-workload.ts';
import type { ClusterFacts } from '../cluster-facts.ts';

const clientConfig = fields({ service: fields({ namespace: text, name: text }) });

type ClientConfig = ReturnType<typeof clientConfig>;

const rule = fields({ apiGroups: texts, resources: texts });

/** A MutatingWebhookConfiguration or ValidatingWebhookConfiguration (admissionregistration.k8s.io/v1). */
const webhooksOf = fields({
  webhooks: list(fields({ name: text, clientConfig, rules: list(rule), failurePolicy: text })),
});

const conversionOf = fields({ spec: fields({ conversion: fields({ webhook: fields({ clientConfig }) }) }) });

/** Checks that no webhook of kpack is left, and that every webhook that Builds depend on has its Service. */
export function checkWebhooks(facts: ClusterFacts): readonly Finding[] {
  const { configurations, definitions, missingServices } = facts.webhooks;
  const findings = [
    ...whenRead('webhooks', configurations, 'admission webhooks', (all) => [
      ...all.flatMap(leftWebhook),
      ...all.flatMap((each) => withoutService(each, valueOr(missingServices, []))),
    ]),
    ...whenRead('webhooks', definitions, 'conversion webhooks', (all) =>
      all.flatMap((each) => conversion(each, valueOr(missingServices, []))),
    ),
    ...whenRead('webhooks', missingServices, 'the Services of webhooks', () => []),
  ];
  return findings.length > 0 ? findings : [ok('webhooks', 'No webhook is stale.')];
}

function leftWebhook(configuration: JsonObject): readonly Finding[] {
  const { kind, name } = nameOf(configuration);
  return KPACK_WEBHOOKS.some(([ofKind, known]) => ofKind === kind && known === name)
    ? [left(webhookConflict(kind, name))]
    : [];
}

function left({ name, command }: { readonly name: string; readonly command: string }): Finding {
  return found(
    'webhooks',
    'error',
    `${name} of kpack still exists. The API server calls it, and refuses Builds if it does not answer.`,
    `Run: ${command}`,
  );
}

/** Without a Service, the API server refuses every request of the webhook unless its failure policy is Ignore. */
function withoutService(configuration: JsonObject, missing: readonly string[]): readonly Finding[] {
  const { kind, name } = nameOf(configuration);
  return webhooksOf(configuration).webhooks.flatMap((webhook) => {
    const service = serviceOf(webhook.clientConfig);
    const concerned = webhook.rules.some(concernsBuilds);
    if (service === undefined || !missing.includes(service) || !concerned || webhook.failurePolicy === 'Ignore') {
      return [];
    }
    return [
      found(
        'webhooks',
        'error',
        `The webhook ${webhook.name ?? name} of ${kind} ${name} is served by the Service ${service}, which does not exist, so the API server refuses the objects of Builds.`,
        `Install the owner of the webhook again, or remove the webhook: kubectl delete ${kind.toLowerCase()} ${name}`,
      ),
    ];
  });
}

/** The groups and resources that a Build needs the API server to accept. */
const NEEDED: ReadonlySet<string> = new Set([
  '/pods',
  '/persistentvolumeclaims',
  '/serviceaccounts',
  '/configmaps',
  'tekton.dev/taskruns',
  'kpack.io/builds',
  'kpack.io/images',
  'kpack.io/sourceresolvers',
]);

function concernsBuilds({ apiGroups: groups, resources }: ReturnType<typeof rule>): boolean {
  return [...NEEDED].some((needed) => {
    const [group = '', resource = ''] = needed.split('/');
    const isGroup = groups.includes(group) || groups.includes('*');
    return isGroup && (resources.includes(resource) || resources.includes('*') || resources.includes('*/*'));
  });
}

function conversion(definition: JsonObject, missing: readonly string[]): readonly Finding[] {
  const { name } = nameOf(definition);
  if (!isConvertedByWebhook(definition)) return [];
  if (CONVERTED_DEFINITIONS.includes(name)) return [left(conversionConflict(name))];
  const service = serviceOf(conversionOf(definition).spec.conversion.webhook.clientConfig);
  if (service === undefined || !missing.includes(service)) return [];
  return [
    found(
      'webhooks',
      'error',
      `The Service ${service} converts the objects of ${name}, but does not exist, so the API server cannot read them in every version.`,
      'Install the owner of the definition again.',
    ),
  ];
}

/** Returns the Services of an object's admission webhooks and of its conversion webhook, as `namespace/name`. */
export function servicesOf(object: JsonObject): readonly string[] {
  const converter = conversionOf(object).spec.conversion.webhook.clientConfig;
  const clients = [...webhooksOf(object).webhooks.map((webhook) => webhook.clientConfig), converter];
  return clients.flatMap((client) => serviceOf(client) ?? []);
}

/** A webhook with a URL has no Service. */
function serviceOf({ service: { namespace, name } }: ClientConfig): string | undefined {
  return namespace === undefined || name === undefined ? undefined : `${namespace}/${name}`;
}

function nameOf(object: JsonObject): { readonly kind: string; readonly name: string } {
  const { kind = '', metadata } = asObject(object);
  return { kind, name: metadata.name ?? '' };
}
