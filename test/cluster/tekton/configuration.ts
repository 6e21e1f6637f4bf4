import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../../src/yaml/parse-yaml.ts';
import type { KubernetesObject } from '../kubernetes/object.ts';

/** Tekton's namespace in its release. */
export const TEKTON_NAMESPACE = 'tekton-pipelines';

const WEBHOOK_SERVICE = 'tekton-pipelines-webhook';

/** Returns the objects of Tekton's release without the Deployments, because its programs run as processes of the bed. */
export function tektonObjects(configFolder: string, webhookPort: number): readonly KubernetesObject[] {
  const files = readdirSync(configFolder).filter((file) => /^(?:20[01]-|config-|500-webhooks).*\.yaml$/.test(file));
  const definitions = readdirSync(path.join(configFolder, '300-crds')).map((file) => `300-crds/${file}`);
  const objects = [...definitions, ...files].flatMap((file) => read(path.join(configFolder, file)));
  return [namespace(), webhookService(), ...objects].map((object) =>
    withWebhookPort(withShortLog(object), webhookPort),
  );
}

function read(file: string): readonly KubernetesObject[] {
  return parseYaml(readFileSync(file, 'utf8'), file).documents.map(({ value }) => value as KubernetesObject);
}

function namespace(): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: TEKTON_NAMESPACE } };
}

/** The API server resolves the ExternalName and connects to the port in the webhook's configuration. */
function webhookService(): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: WEBHOOK_SERVICE, namespace: TEKTON_NAMESPACE },
    spec: { type: 'ExternalName', externalName: 'localhost' },
  };
}

/** Keeps the several lines of each request out of the logs. */
function withShortLog(object: KubernetesObject): KubernetesObject {
  if (object.metadata.name !== 'config-logging') return object;
  return {
    ...object,
    data: { ...(object['data'] as object), 'loglevel.controller': 'warn', 'loglevel.webhook': 'warn' },
  };
}

/** Adds the port to every reference to the webhook's service. */
function withWebhookPort(object: KubernetesObject, port: number): KubernetesObject {
  return JSON.parse(JSON.stringify(object), (key, value: unknown) =>
    key === 'service' && isWebhook(value) ? { ...value, port } : value,
  ) as KubernetesObject;
}

/** Schemas of containers also have fields named `service`. */
function isWebhook(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'name' in value && value.name === WEBHOOK_SERVICE;
}
