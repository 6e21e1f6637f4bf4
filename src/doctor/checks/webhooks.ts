import {
  conversionConflict,
  CONVERTED,
  isConvertedByWebhook,
  KPACK_WEBHOOKS,
  webhookConflict,
} from '../../install/kpack-conflicts.ts';
import { objectAt, objectsAt, stringsAt, textAt } from '../../model/json-field.ts';
import type { JsonObject } from '../../model/json.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import { valueOr } from '../used-workload.ts';
import type { ClusterFacts } from '../cluster-facts.ts';

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
  return KPACK_WEBHOOKS.some(([resource, known]) => resource.kind === kind && known === name)
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
  return objectsAt(configuration, 'webhooks').flatMap((webhook) => {
    const service = serviceOf(objectAt(webhook, 'clientConfig'));
    const concerned = objectsAt(webhook, 'rules').some(concernsBuilds);
    if (service === undefined || !missing.includes(service) || !concerned || webhook['failurePolicy'] === 'Ignore') {
      return [];
    }
    return [
      found(
        'webhooks',
        'error',
        `The webhook ${textAt(webhook, 'name') ?? name} of ${kind} ${name} is served by the Service ${service}, which does not exist, so the API server refuses the objects of Builds.`,
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

function concernsBuilds(rule: JsonObject): boolean {
  const groups = stringsAt(rule, 'apiGroups');
  const resources = stringsAt(rule, 'resources');
  return [...NEEDED].some((needed) => {
    const [group = '', resource = ''] = needed.split('/');
    const isGroup = groups.includes(group) || groups.includes('*');
    return isGroup && (resources.includes(resource) || resources.includes('*') || resources.includes('*/*'));
  });
}

function conversion(definition: JsonObject, missing: readonly string[]): readonly Finding[] {
  const { name } = nameOf(definition);
  if (!isConvertedByWebhook(definition)) return [];
  if (CONVERTED.includes(name)) return [left(conversionConflict(name))];
  const webhook = objectAt(objectAt(objectAt(definition, 'spec'), 'conversion'), 'webhook');
  const service = serviceOf(objectAt(webhook, 'clientConfig'));
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

/** Returns the Service of a webhook as `namespace/name`. A webhook with a URL has none. */
export function serviceOf(clientConfig: JsonObject): string | undefined {
  const service = objectAt(clientConfig, 'service');
  const [namespace, name] = [textAt(service, 'namespace'), textAt(service, 'name')];
  return namespace === undefined || name === undefined ? undefined : `${namespace}/${name}`;
}

function nameOf(object: JsonObject): { readonly kind: string; readonly name: string } {
  return { kind: textAt(object, 'kind') ?? '', name: textAt(objectAt(object, 'metadata'), 'name') ?? '' };
}
