/** A Kubernetes object as the API server returns it. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly uid?: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

const CLUSTER_SCOPED: ReadonlySet<string> = new Set([
  'Namespace',
  'Node',
  'ClusterBuilder',
  'ClusterBuildpack',
  'ClusterLifecycle',
  'ClusterRole',
  'ClusterRoleBinding',
  'ClusterStack',
  'ClusterStore',
  'CustomResourceDefinition',
  'MutatingWebhookConfiguration',
  'PersistentVolume',
  'ValidatingWebhookConfiguration',
  'PriorityClass',
  'RuntimeClass',
  'StorageClass',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
]);

/** Returns the path of a kind's collection. All kinds of the bed have regular plurals. */
export function collectionPath(
  object: Pick<KubernetesObject, 'apiVersion' | 'kind'>,
  namespace: string | undefined,
): string {
  const { apiVersion, kind } = object;
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const plural = kind.toLowerCase().replace(/y$/, 'ie').replace(/s$/, 'se').concat('s');
  return CLUSTER_SCOPED.has(kind) ? `${group}/${plural}` : `${group}/namespaces/${namespace ?? 'default'}/${plural}`;
}

export function objectPath(object: KubernetesObject): string {
  return `${collectionPath(object, object.metadata.namespace)}/${object.metadata.name}`;
}
