import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../../src/yaml/parse-yaml.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';

const CONFIG = path.join(import.meta.dirname, '../../../config');

/** A CustomResourceDefinition, as far as tests look at it. */
export interface Crd extends KubernetesObject {
  readonly spec: {
    readonly names: { readonly kind: string; readonly plural: string };
    readonly scope: 'Namespaced' | 'Cluster';
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: unknown } }[];
  };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** The manifests in a file or folder below `config/`. */
export function installed(place: string): readonly KubernetesObject[] {
  const whole = path.join(CONFIG, place);
  const files = place.endsWith('.yaml') ? [whole] : readdirSync(whole).map((name) => path.join(whole, name));
  return files.flatMap((file) =>
    parseYaml(readFileSync(file, 'utf8'), file).documents.map(({ value }) => value as KubernetesObject),
  );
}

export const CRDS = installed('300-crds') as readonly Crd[];

/** The shared cluster, with kpack's kinds as we install them. */
export async function kpackCluster(): Promise<Cluster> {
  const cluster = await sharedCluster();
  await installCrds(cluster);
  return cluster;
}

/** Has a cluster serve kpack's kinds. */
export async function installCrds(cluster: Pick<Cluster, 'client'>): Promise<void> {
  await Promise.all(CRDS.map((crd) => cluster.client.apply(crd)));
  await Promise.all(CRDS.map((crd) => until(`${crd.metadata.name} is served`, () => isServed(cluster, crd))));
}

async function isServed(cluster: Pick<Cluster, 'client'>, crd: Crd): Promise<true | undefined> {
  const found = (await cluster.client.get(crd)) as Crd | undefined;
  const isEstablished = found?.status?.conditions?.some(
    ({ type, status }) => type === 'Established' && status === 'True',
  );
  if (isEstablished !== true) return undefined;
  await cluster.client.send('GET', `/apis/kpack.io/v1alpha2/${crd.spec.names.plural}`);
  return true;
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
