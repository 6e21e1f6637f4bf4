import type { Cluster } from '../../cluster/cluster.ts';
import { startInjectors, type Injectors } from '../../cluster/injectors/injectors.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { restrictedNamespace } from '../cluster/apply.ts';
import type { GoldenCase } from '../cluster/golden-case.ts';
import { VARIANT_NAMES } from './mesh-additions.ts';
import type { Variant } from '../../cluster/injectors/variants.ts';

/** A namespace without a mesh, and a namespace for each kind of injection. All have the ServiceAccounts of the goldens. */
export interface MeshNamespaces {
  readonly plain: string;
  of(variant: Variant): string;
  stop(): Promise<void>;
}

/** The prefix of the names, because all tests share a cluster. */
export async function startMeshNamespaces(
  cluster: Cluster,
  prefix: string,
  goldens: readonly GoldenCase[],
): Promise<MeshNamespaces> {
  const { client } = cluster;
  const plain = `${prefix}-plain`;
  const of = (variant: Variant): string => `${prefix}-${variant}`;
  const injectors = await startInjectors(cluster);
  await client.put(restrictedNamespace(plain));
  await Promise.all(VARIANT_NAMES.map((variant) => createNamespace(injectors, variant, of(variant))));
  const accounts = new Set(['default', ...goldens.flatMap(accountsOf)]);
  const namespaces = [plain, ...VARIANT_NAMES.map(of)];
  for (const name of accounts) {
    const put = (namespace: string): Promise<void> =>
      client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } });
    await Promise.all(namespaces.map(put));
  }
  return { plain, of, stop: () => injectors.stop() };
}

/** All containers satisfy Pod Security `restricted`, except those that change the network. */
function createNamespace(injectors: Injectors, variant: Variant, name: string): Promise<void> {
  const labels = restrictedNamespace(name).metadata.labels;
  return injectors.createNamespace(variant, name, /network-gate$|without-cni$/.test(variant) ? {} : labels);
}

function accountsOf(golden: GoldenCase): readonly string[] {
  const objects: readonly KubernetesObject[] = (['pod-init', 'pod-containers'] as const).flatMap(
    (backend) => golden.output(backend)?.objects ?? [],
  );
  return objects.flatMap(({ kind, spec }) =>
    kind === 'Pod' ? [(spec as { readonly serviceAccountName: string }).serviceAccountName] : [],
  );
}
