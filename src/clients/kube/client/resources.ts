import type { Resource } from './resource.ts';

export const CONFIG_MAPS = coreResource('ConfigMap', 'configmaps');
export const NAMESPACES: Resource = { ...coreResource('Namespace', 'namespaces'), isNamespaced: false };
export const NODES: Resource = { ...coreResource('Node', 'nodes'), isNamespaced: false };
export const PERSISTENT_VOLUME_CLAIMS = coreResource('PersistentVolumeClaim', 'persistentvolumeclaims');
export const PODS = coreResource('Pod', 'pods');
export const SECRETS = coreResource('Secret', 'secrets');
export const SERVICE_ACCOUNTS = coreResource('ServiceAccount', 'serviceaccounts');

/** The Events of the core group can be selected by the object that they concern. */
export const CORE_EVENTS = coreResource('Event', 'events');

export const EVENTS = resource('events.k8s.io/v1', 'Event', 'events');
export const LEASES = resource('coordination.k8s.io/v1', 'Lease', 'leases');
export const CUSTOM_RESOURCE_DEFINITIONS: Resource = {
  ...resource('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions'),
  isNamespaced: false,
};

export const DEPLOYMENTS = resource('apps/v1', 'Deployment', 'deployments');
export const DAEMON_SETS = resource('apps/v1', 'DaemonSet', 'daemonsets');
export const TASK_RUNS = resource('tekton.dev/v1', 'TaskRun', 'taskruns');
export const STORAGE_CLASSES: Resource = {
  ...resource('storage.k8s.io/v1', 'StorageClass', 'storageclasses'),
  isNamespaced: false,
};

/** The custom resources of kpack by their kind. */
export const KPACK_RESOURCES = {
  Image: kpackResource('Image', 'images'),
  Build: kpackResource('Build', 'builds'),
  Builder: kpackResource('Builder', 'builders'),
  ClusterBuilder: clusterResource('ClusterBuilder', 'clusterbuilders'),
  SourceResolver: kpackResource('SourceResolver', 'sourceresolvers'),
  Buildpack: kpackResource('Buildpack', 'buildpacks'),
  ClusterBuildpack: clusterResource('ClusterBuildpack', 'clusterbuildpacks'),
  ClusterStore: clusterResource('ClusterStore', 'clusterstores'),
  ClusterStack: clusterResource('ClusterStack', 'clusterstacks'),
  ClusterLifecycle: clusterResource('ClusterLifecycle', 'clusterlifecycles'),
} as const;

export const IMAGES = KPACK_RESOURCES.Image;
export const BUILDS = KPACK_RESOURCES.Build;
export const SOURCE_RESOLVERS = KPACK_RESOURCES.SourceResolver;

function coreResource(kind: string, plural: string): Resource {
  return { group: '', version: 'v1', plural, kind, isNamespaced: true };
}

function kpackResource(kind: string, plural: string): Resource {
  return resource('kpack.io/v1alpha2', kind, plural);
}

function clusterResource(kind: string, plural: string): Resource {
  return { ...kpackResource(kind, plural), isNamespaced: false };
}

function resource(apiVersion: `${string}/${string}`, kind: string, plural: string): Resource {
  const [group = '', version = ''] = apiVersion.split('/');
  return { group, version, plural, kind, isNamespaced: true };
}
