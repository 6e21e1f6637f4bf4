import { DEPLOYMENT, SETTINGS_CONFIG_MAP } from '../../src/core/model/installation-names.ts';
import { parseYaml } from '../../src/core/yaml/parse-yaml.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { runCommand } from '../support/command.ts';

/** Keys and values of the settings' ConfigMap. */
export type InstalledSettings = Readonly<Record<string, string>>;

/**
 * Returns the objects that `taskpack install` prints for the images in the cluster's registry, with the API server's
 * address.
 */
export function installedManifests({ client, registry }: NodeCluster): readonly KubernetesObject[] {
  const args = ['install', '--image-registry', registry.address, '--output', 'yaml'];
  const { status, stdout, stderr } = runCommand(args);
  if (status !== 0) throw new Error(`taskpack ${args.join(' ')}: ${stderr}`);
  const { documents } = parseYaml(stdout, 'taskpack install');
  return documents.map(({ value }) => reaching(client.address.server, value as KubernetesObject));
}

/** Returns the settings' ConfigMap with these settings added. Returns any other object unchanged. */
export function withSettings(object: KubernetesObject, settings: InstalledSettings): KubernetesObject {
  if (!holdsSettings(object)) return object;
  return { ...object, data: { ...(object['data'] as InstalledSettings), ...settings } };
}

export function holdsSettings({ kind, metadata }: KubernetesObject): boolean {
  return kind === 'ConfigMap' && metadata.name === SETTINGS_CONFIG_MAP;
}

/** The part of a Deployment that the tests change. */
interface Deployment extends KubernetesObject {
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly { readonly env: readonly object[] }[] } };
  };
}

/**
 * Returns the Deployment with the API server's address. In other clusters, Pods reach the API server by DNS and
 * kube-proxy, which this cluster lacks. This is the only difference from an installation by a user.
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
