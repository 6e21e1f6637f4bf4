import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../../src/yaml/parse-yaml.ts';
import type { KubernetesObject } from '../kubernetes/object.ts';

/** Tekton's namespace, as its own configuration names it. */
export const TEKTON_NAMESPACE = 'tekton-pipelines';

const WEBHOOK_SERVICE = 'tekton-pipelines-webhook';

/** What Tekton's release installs, but for the Deployments: its programs run as processes of the bed. */
export function tektonObjects(configFolder: string, webhookPort: number): readonly KubernetesObject[] {
  const files = readdirSync(configFolder).filter((file) => /^(?:20[01]-|config-|500-webhooks).*\.yaml$/.test(file));
  const definitions = readdirSync(path.join(configFolder, '300-crds')).map((file) => `300-crds/${file}`);
  const objects = [...definitions, ...files].flatMap((file) => read(path.join(configFolder, file)));
  return [namespace(), webhookService(), ...objects].map((object) => withWebhookPort(object, webhookPort));
}

function read(file: string): readonly KubernetesObject[] {
  return parseYaml(readFileSync(file, 'utf8'), file).documents.map(({ value }) => value as KubernetesObject);
}

function namespace(): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: TEKTON_NAMESPACE } };
}

/** The API server resolves an ExternalName and dials it at the port that the webhook's configuration names. */
function webhookService(): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: WEBHOOK_SERVICE, namespace: TEKTON_NAMESPACE },
    spec: { type: 'ExternalName', externalName: 'localhost' },
  };
}

/** The object with the port beside every mention of the webhook's service. */
function withWebhookPort(object: KubernetesObject, port: number): KubernetesObject {
  return JSON.parse(JSON.stringify(object), (key, value: unknown) =>
    key === 'service' && isWebhook(value) ? { ...value, port } : value,
  ) as KubernetesObject;
}

/** Not every `service` is one: schemas of containers have fields by that name. */
function isWebhook(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'name' in value && value.name === WEBHOOK_SERVICE;
}
