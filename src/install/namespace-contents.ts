import type { KubeClient } from '../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../clients/kube/client/kube-object.ts';
import type { Resource } from '../clients/kube/client/resource.ts';
import { CONFIG_MAPS, PERSISTENT_VOLUME_CLAIMS, SECRETS, TASK_RUNS } from '../clients/kube/client/resources.ts';
import { isKubeError } from '../clients/kube/kube-error.ts';
import { NETWORK_LABEL } from '../core/model/build-network.ts';
import { asObject } from '../core/model/objects/object-meta.ts';
import { text } from '../core/model/objects/reader.ts';
import { CONTROLLER_NAMESPACE } from '../core/model/installation-names.ts';

interface ContentKind {
  readonly name: string;
  readonly resource: Resource;
  readonly labelSelector?: string;
  readonly isCounted: (object: KubeObject) => boolean;
}

/** The kinds outside kpack.io of which users have objects in the controller's namespace. */
const KINDS: readonly ContentKind[] = [
  { name: 'Secret', resource: SECRETS, isCounted: isMadeByUser },
  { name: 'PersistentVolumeClaim', resource: PERSISTENT_VOLUME_CLAIMS, isCounted: isApart },
  { name: 'network ConfigMap', resource: CONFIG_MAPS, labelSelector: NETWORK_LABEL, isCounted: isApart },
  { name: 'TaskRun', resource: TASK_RUNS, isCounted: isApart },
];

/** The number of objects of a kind in the controller's namespace, or a kind whose objects the user may not list. */
export type NamespaceContent =
  | { readonly kind: 'counted'; readonly name: string; readonly count: number }
  | { readonly kind: 'forbidden'; readonly name: string };

/**
 * Counts the objects outside kpack.io that the cluster deletes with the controller's namespace: Secrets, claims, ConfigMaps of
 * networks and TaskRuns. Objects that belong to an object of kpack.io are not counted. Rejects with `KubeError`.
 */
export async function namespaceContents(client: Pick<KubeClient, 'list'>): Promise<readonly NamespaceContent[]> {
  const contents: NamespaceContent[] = [];
  for (const kind of KINDS) contents.push(await countContent(client, kind));
  return contents;
}

async function countContent(
  client: Pick<KubeClient, 'list'>,
  { name, resource, labelSelector, isCounted }: ContentKind,
): Promise<NamespaceContent> {
  const selection = { namespace: CONTROLLER_NAMESPACE, ...(labelSelector !== undefined && { labelSelector }) };
  let count = 0;
  try {
    for await (const object of client.list(resource, selection)) if (isCounted(object)) count += 1;
  } catch (error) {
    if (isKubeError(error, 'FORBIDDEN')) return { kind: 'forbidden', name };
    // A cluster without Tekton has no TaskRuns.
    if (!isKubeError(error, 'NOT_FOUND')) throw error;
  }
  return { kind: 'counted', name, count };
}

/** The types of Secrets that Helm and Kubernetes write. */
const WRITTEN_TYPES = ['helm.sh/release.v1', 'kubernetes.io/service-account-token'];

/** True unless a program wrote the Secret. OpenShift annotates the pull Secrets that it writes for each ServiceAccount. */
function isMadeByUser(secret: KubeObject): boolean {
  const annotations = Object.keys(asObject(secret).metadata.annotations.raw);
  return (
    isApart(secret) &&
    !WRITTEN_TYPES.includes(text(secret['type']) ?? '') &&
    !annotations.some((key) => key.startsWith('openshift.io/'))
  );
}

/** True unless an object of kpack.io owns the object. The counts of kpack.io already stand for what they own. */
function isApart(object: KubeObject): boolean {
  const { ownerReferences } = asObject(object).metadata;
  return !ownerReferences.some(({ apiVersion }) => apiVersion?.startsWith('kpack.io/') === true);
}
