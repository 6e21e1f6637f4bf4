import { DEPLOYMENT, SETTINGS_CONFIG_MAP } from '../../src/install/names.ts';
import { parseYaml } from '../../src/yaml/parse-yaml.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { runCommand } from '../support/command.ts';

/** Keys and values of the ConfigMap of settings. */
export type InstalledSettings = Readonly<Record<string, string>>;

/** What `taskpack install` prints for the images in a cluster's registry, with the way to its API server. */
export function installedManifests({ client, registry }: NodeCluster): readonly KubernetesObject[] {
  const args = ['install', '--image-registry', registry.address, '--output', 'yaml'];
  const { status, stdout, stderr } = runCommand(args);
  if (status !== 0) throw new Error(`taskpack ${args.join(' ')}: ${stderr}`);
  const { documents } = parseYaml(stdout, 'taskpack install');
  return documents.map(({ value }) => reaching(client.address.server, value as KubernetesObject));
}

/** The ConfigMap of settings with more of them, as people write it; any other object as it is. */
export function withSettings(object: KubernetesObject, settings: InstalledSettings): KubernetesObject {
  if (!holdsSettings(object)) return object;
  return { ...object, data: { ...(object['data'] as InstalledSettings), ...settings } };
}

export function holdsSettings({ kind, metadata }: KubernetesObject): boolean {
  return kind === 'ConfigMap' && metadata.name === SETTINGS_CONFIG_MAP;
}

/** A Deployment, as far as it is changed here. */
interface Deployment extends KubernetesObject {
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly { readonly env: readonly object[] }[] } };
  };
}

/**
 * The Deployment with the API server's address, which other clusters tell their pods by DNS and kube-proxy: this one has
 * neither. It is all in which what is installed here differs from what people get.
 */
function reaching(server: string, object: KubernetesObject): KubernetesObject {
  if (object.kind !== 'Deployment' || object.metadata.name !== DEPLOYMENT) return object;
  const { hostname, port } = new URL(server);
  const address = [
    { name: 'KUBERNETES_SERVICE_HOST', value: hostname },
    { name: 'KUBERNETES_SERVICE_PORT', value: port },
  ];
  const { spec } = object as Deployment;
  const containers = spec.template.spec.containers.map((one) => ({ ...one, env: [...one.env, ...address] }));
  const template = { ...spec.template, spec: { ...spec.template.spec, containers } };
  return { ...object, spec: { ...spec, template } };
}
