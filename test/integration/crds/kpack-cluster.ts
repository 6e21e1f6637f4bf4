import type { Cluster } from '../../cluster/cluster.ts';
import { CRDS, installCrds } from '../../cluster/custom-resources.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';

/** The shared cluster, with kpack's kinds as we install them. */
export async function kpackCluster(): Promise<Cluster> {
  const cluster = await sharedCluster();
  await installCrds(cluster);
  return cluster;
}

/** The path of an object of kpack's; without a name, of its collection. */
export function kpackPath(object: {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name?: string; readonly namespace?: string };
}): string {
  const { apiVersion, kind, metadata } = object;
  const crd = CRDS.find(({ spec }) => spec.names.kind === kind);
  if (crd === undefined) throw new RangeError(`${kind} is none of kpack's kinds`);
  const namespace = crd.spec.scope === 'Namespaced' ? `/namespaces/${metadata.namespace ?? 'default'}` : '';
  const name = metadata.name === undefined ? '' : `/${metadata.name}`;
  return `/apis/${apiVersion}${namespace}/${crd.spec.names.plural}${name}`;
}

/** What the server says to the object's creation; `undefined` if it would create it. */
export async function refusal(cluster: Cluster, object: KubernetesObject): Promise<string | undefined> {
  const collection = kpackPath({ ...object, metadata: { namespace: 'default' } });
  return complaintOf(cluster.client.send('POST', `${collection}?dryRun=All&fieldValidation=Strict`, object));
}

/** What is said where a request fails, without the request. */
export async function complaintOf(request: Promise<unknown>): Promise<string | undefined> {
  try {
    await request;
    return undefined;
  } catch (error) {
    return String(error).replace(/^.*?: \d{3} /s, '');
  }
}
