import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import type { ApiClient } from '../kubernetes/api-client.ts';
import type { KubernetesObject } from '../kubernetes/object.ts';
import { until } from '../processes/until.ts';

interface Definition extends KubernetesObject {
  readonly spec: { readonly names: { readonly plural: string } };
}

interface Webhook {
  readonly clientConfig: { readonly service: { readonly path: string } };
  readonly rules: readonly { readonly apiGroups: readonly string[]; readonly resources: readonly string[] }[];
}

interface WebhookConfiguration extends KubernetesObject {
  readonly webhooks: readonly Webhook[];
}

interface Registration {
  /** The folder `config/components` of Kueue's module. */
  readonly config: string;
  readonly url: string;
  readonly authority: string;
  /** The namespaces whose Pods Kueue manages. */
  readonly namespaces: readonly string[];
}

/** Installs Kueue's definitions and waits until the API server serves them. */
export async function installKueueDefinitions(client: ApiClient, config: string): Promise<void> {
  const folder = path.join(config, 'crd/bases');
  const definitions = readdirSync(folder).flatMap((file) => documentsOf(path.join(folder, file))) as Definition[];
  for (const definition of definitions) await client.apply(definition);
  for (const { spec } of definitions) {
    const list = `/apis/kueue.x-k8s.io/v1beta1/${spec.names.plural}`;
    await until(`${list} is served`, async () => client.send('GET', list), { seconds: 60 });
  }
}

/** Registers Kueue's webhooks for its own kinds, and for Pods. Returns a function that removes them. */
export async function registerWebhooks(client: ApiClient, registration: Registration): Promise<() => Promise<void>> {
  const { config } = registration;
  const found = documentsOf(path.join(config, 'webhook/manifests.yaml')) as WebhookConfiguration[];
  const configurations = found.map(({ metadata, webhooks, ...rest }) => ({
    ...rest,
    // Kueue gives webhooks with its own names its own certificate.
    metadata: { name: `bed-${metadata.name}` },
    webhooks: webhooks.filter(isUsed).map((webhook) => registered(webhook, registration)),
  }));
  for (const one of configurations) await client.apply(one);
  return async () => {
    for (const one of configurations) await client.delete(one);
  };
}

function isUsed({ rules }: Webhook): boolean {
  return rules.every(({ apiGroups, resources }) => apiGroups.includes('kueue.x-k8s.io') || resources.includes('pods'));
}

function registered(webhook: Webhook, { url, authority, namespaces }: Registration): object {
  const { clientConfig, ...rest } = webhook;
  const isForPods = webhook.rules.some(({ resources }) => resources.includes('pods'));
  const names = { key: 'kubernetes.io/metadata.name', operator: 'In', values: namespaces };
  return {
    ...rest,
    clientConfig: { url: `${url}${clientConfig.service.path}`, caBundle: readFileSync(authority).toString('base64') },
    ...(isForPods && { namespaceSelector: { matchExpressions: [names] } }),
  };
}

function documentsOf(file: string): readonly KubernetesObject[] {
  return parseYaml(readFileSync(file, 'utf8'), file).documents.map(({ value }) => value as KubernetesObject);
}
