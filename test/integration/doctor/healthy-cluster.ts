import { INJECTED_SIDECARS_FLAG } from '../../../src/core/model/tekton-features.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { objectPath } from '../../cluster/kubernetes/object.ts';
import { expectOwnCluster } from '../../cluster/attached-cluster.ts';
import { ACCOUNT } from '../../cluster/registry/account.ts';
import { restrictedNamespace } from '../cluster/apply.ts';

export const MERGE_PATCH = 'application/merge-patch+json';

/** The namespace of Builds in which no check finds anything. */
export const NAMESPACE = 'doctor';

const CONTROLLER_NAMESPACE = 'taskpack';

function object(apiVersion: string, kind: string, metadata: object, fields: object = {}): KubernetesObject {
  return { apiVersion, kind, metadata, ...fields } as KubernetesObject;
}

export const LEASE = object('coordination.k8s.io/v1', 'Lease', {
  name: 'taskpack-controller',
  namespace: CONTROLLER_NAMESPACE,
});

export const FLAGS = object('v1', 'ConfigMap', { name: 'feature-flags', namespace: 'tekton-pipelines' });

export const TEKTON_INFO = object('v1', 'ConfigMap', { name: 'pipelines-info', namespace: 'tekton-pipelines' });

export const SETTINGS = object('v1', 'ConfigMap', { name: 'settings', namespace: CONTROLLER_NAMESPACE });

export const STORAGE_CLASS = object(
  'storage.k8s.io/v1',
  'StorageClass',
  { name: 'doctor', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  { provisioner: 'example.com/none', volumeBindingMode: 'WaitForFirstConsumer' },
);

/** Creates everything that `taskpack doctor` expects, and an Image whose account may push to a registry. */
export async function makeHealthy({ client }: Cluster, registry: string, namespace = NAMESPACE): Promise<void> {
  expectOwnCluster();
  await client.put(restrictedNamespace(CONTROLLER_NAMESPACE));
  if (namespace === NAMESPACE) await client.put(restrictedNamespace(NAMESPACE));
  await client.put(STORAGE_CLASS);
  await client.put({ ...SETTINGS, data: {} } as KubernetesObject);
  // Controllers that another test has killed leave their Leases.
  const query = `fieldSelector=metadata.name=${LEASE.metadata.name}`;
  const { items } = (await client.send('GET', `/apis/${LEASE.apiVersion}/leases?${query}`)) as {
    readonly items: readonly KubernetesObject[];
  };
  for (const { metadata } of items) await client.delete({ ...LEASE, metadata });
  // A Lease cannot be replaced without its version.
  await client.apply(LEASE);
  await patch({ client }, FLAGS, { data: { [INJECTED_SIDECARS_FLAG]: 'false' } });
  await client.put(credentials(namespace, registry, ACCOUNT.password));
  await client.put(object('v1', 'ServiceAccount', { name: 'builder', namespace }, { secrets: [{ name: 'registry' }] }));
  await client.put(object('v1', 'ServiceAccount', { name: 'default', namespace }));
  await client.create(image(namespace, registry));
}

/** Returns the Secret for the registry. */
export function credentials(namespace: string, registry: string, password: string): KubernetesObject {
  const auths = { [registry]: { username: ACCOUNT.username, password } };
  return object(
    'v1',
    'Secret',
    { name: 'registry', namespace },
    { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': JSON.stringify({ auths }) } },
  );
}

function image(namespace: string, registry: string): KubernetesObject {
  return object(
    'kpack.io/v1alpha2',
    'Image',
    { name: 'shop', namespace },
    {
      spec: {
        tag: `${registry}/team/shop`,
        serviceAccountName: 'builder',
        builder: { kind: 'ClusterBuilder', name: 'base' },
        source: { git: { url: 'https://git.example/shop.git', revision: 'main' } },
        cache: { volume: { size: '1Gi' } },
        build: {
          env: [{ name: 'API_TOKEN', value: 'very-private-value' }],
          resources: { requests: { cpu: '100m', memory: '1Gi' }, limits: { memory: '2Gi' } },
        },
      },
    },
  );
}

export async function patch(
  { client }: Pick<Cluster, 'client'>,
  target: KubernetesObject,
  change: object,
): Promise<void> {
  await client.send('PATCH', objectPath(target), change, MERGE_PATCH);
}

/** Lets the holder of the Lease write the time, as a controller does. */
export async function renewLease(cluster: Cluster, at = Date.now(), holder = 'controller-0'): Promise<void> {
  const renewTime = new Date(at).toISOString().replace('Z', '000Z');
  await patch(cluster, LEASE, { spec: { holderIdentity: holder, renewTime } });
}
