import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import type { KubernetesObject } from '../kubernetes/object.ts';
import type { TektonVersion } from './version.ts';

/** Tekton's namespace in its release. */
export const TEKTON_NAMESPACE = 'tekton-pipelines';

const WEBHOOK_SERVICE = 'tekton-pipelines-webhook';

/** Returns the objects of Tekton's release without the Deployments, because its programs run as processes of the bed. */
export function tektonObjects(
  configFolder: string,
  {
    version,
    webhookPort,
    flags,
  }: {
    readonly version: TektonVersion;
    readonly webhookPort: number;
    readonly flags: Readonly<Record<string, string>>;
  },
): readonly KubernetesObject[] {
  const files = readdirSync(configFolder).filter((file) => /^(?:20[01]-|config-|500-webhooks).*\.yaml$/.test(file));
  const objects = [...definitionFiles(configFolder), ...files].flatMap((file) => read(path.join(configFolder, file)));
  return [namespace(), webhookService(), ...objects].map((object) =>
    withWebhookPort(withFlags(withVersion(withShortLog(object), version), flags), webhookPort),
  );
}

/** The definitions have a folder of their own from 0.59 on. */
function definitionFiles(configFolder: string): readonly string[] {
  const folder = existsSync(path.join(configFolder, '300-crds')) ? '300-crds' : '.';
  const files = readdirSync(path.join(configFolder, folder)).filter((file) => /^300-.*\.yaml$/.test(file));
  return files.map((file) => path.join(folder, file));
}

/** Tekton's release writes the version into this ConfigMap. The module has `devel` there. */
function withVersion(object: KubernetesObject, version: TektonVersion): KubernetesObject {
  return object.metadata.name === 'pipelines-info' ? { ...object, data: { version: `v${version}` } } : object;
}

function withFlags(object: KubernetesObject, flags: Readonly<Record<string, string>>): KubernetesObject {
  if (object.metadata.name !== 'feature-flags') return object;
  return { ...object, data: { ...(object['data'] as object), ...flags } };
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
