import { installed } from '../support/manifests.ts';
import type { Cluster } from './cluster.ts';
import type { KubernetesObject } from './kubernetes/object.ts';
import { until } from './processes/until.ts';

/** The fields of a CustomResourceDefinition that tests read. */
export interface Crd extends KubernetesObject {
  readonly spec: {
    readonly names: { readonly kind: string; readonly plural: string };
    readonly scope: 'Namespaced' | 'Cluster';
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: unknown } }[];
  };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

export const CRDS = installed('300-crds') as readonly Crd[];

/** Installs the definitions of kpack's kinds. */
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
