import type { Cluster } from '../../cluster/cluster.ts';
import { CRDS, installCrds } from '../../cluster/custom-resources.ts';
import { kubernetesOfEnvironment } from '../../cluster/control-plane/version.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { isOlderVersion } from '../../../src/core/model/version.ts';

/** The shared cluster with taskpack's CRDs of kpack's kinds. */
export async function kpackCluster(): Promise<Cluster> {
  const cluster = await sharedCluster();
  await installCrds(cluster);
  return cluster;
}

/** Returns the API path of an object of the group kpack.io, or of its collection if `name` is absent. */
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

/** Returns the error of a dry-run create, or `undefined` if the API server accepts the object. */
export async function refusal(cluster: Cluster, object: KubernetesObject): Promise<string | undefined> {
  const collection = kpackPath({ ...object, metadata: { namespace: 'default' } });
  return complaintOf(cluster.client.send('POST', `${collection}?dryRun=All&fieldValidation=Strict`, object));
}

/** Returns the message of a failed request, without the request. */
export async function complaintOf(request: Promise<unknown>): Promise<string | undefined> {
  try {
    await request;
    return undefined;
  } catch (error) {
    return String(error).replace(/^.*?: \d{3} /s, '');
  }
}

const SHOWS_TYPES = isOlderVersion(kubernetesOfEnvironment(process.env), '1.35.0');
const VALUE = /: Invalid value: (?:"[^"]*": |-?\d+: )?/;

/** Returns a refusal as the API server of this run words it: before 1.35, rules in CEL show the type instead of the value. */
export function worded(said: string | undefined, says: string): string | undefined {
  if (!SHOWS_TYPES || said?.includes(says) === true) return said;
  const [value = ''] = VALUE.exec(says) ?? [];
  return said?.replaceAll(/: Invalid value: "(?:array|boolean|integer|object|string|)": /g, value);
}
