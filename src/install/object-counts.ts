import type { KubeClient } from '../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../clients/kube/client/kube-object.ts';
import type { Resource } from '../clients/kube/client/resource.ts';
import {
  BUILDS,
  IMAGES,
  KPACK_RESOURCES,
  PERSISTENT_VOLUME_CLAIMS,
  SOURCE_RESOLVERS,
} from '../clients/kube/client/resources.ts';
import { isKubeError } from '../clients/kube/kube-error.ts';
import { isFinished } from '../core/model/conditions.ts';
import { asObject } from '../core/model/objects/object-meta.ts';
import { CONTROLLER_NAMESPACE } from '../core/model/installation-names.ts';

interface CountedKind {
  readonly name: string;
  readonly resource: Resource;
  readonly isCounted: (object: KubeObject) => boolean;
}

const ALL = (): true => true;

/** The kinds of users' objects that an installation takes over from kpack, or that a removal concerns: all of kpack.io, and caches. */
const KINDS = [
  { name: 'Image', resource: IMAGES, isCounted: ALL },
  { name: 'finished Build', resource: BUILDS, isCounted: isFinished },
  { name: 'unfinished Build', resource: BUILDS, isCounted: (build: KubeObject) => !isFinished(build) },
  { name: 'Builder', resource: KPACK_RESOURCES.Builder, isCounted: ALL },
  { name: 'Buildpack', resource: KPACK_RESOURCES.Buildpack, isCounted: ALL },
  { name: 'SourceResolver', resource: SOURCE_RESOLVERS, isCounted: ALL },
  { name: 'ClusterBuilder', resource: KPACK_RESOURCES.ClusterBuilder, isCounted: ALL },
  { name: 'ClusterStore', resource: KPACK_RESOURCES.ClusterStore, isCounted: ALL },
  { name: 'ClusterStack', resource: KPACK_RESOURCES.ClusterStack, isCounted: ALL },
  { name: 'ClusterBuildpack', resource: KPACK_RESOURCES.ClusterBuildpack, isCounted: ALL },
  { name: 'ClusterLifecycle', resource: KPACK_RESOURCES.ClusterLifecycle, isCounted: ALL },
  { name: 'cache claim', resource: PERSISTENT_VOLUME_CLAIMS, isCounted: isOfImage },
] as const satisfies readonly CountedKind[];

export type CountedName = (typeof KINDS)[number]['name'];

/** The number of objects of a kind in the controller's namespace, and in all other namespaces or in none. */
export interface ObjectCount {
  readonly name: CountedName;
  readonly inNamespace: number;
  readonly elsewhere: number;
}

/**
 * Counts a cluster's objects of these kinds, or of all. The counts have the order of the kinds, and contain zeros. Rejects with
 * `KubeError`, which is `FORBIDDEN` without permission to list the objects.
 */
export async function countObjects(
  client: Pick<KubeClient, 'list'>,
  names: readonly CountedName[] = KINDS.map(({ name }) => name),
): Promise<readonly ObjectCount[]> {
  const kinds = KINDS.filter(({ name }) => names.includes(name));
  const counts: ObjectCount[] = [];
  for (const resource of new Set(kinds.map((kind) => kind.resource))) {
    const ofResource = kinds.filter((kind) => kind.resource === resource);
    counts.push(...(await countResource(client, resource, ofResource)));
  }
  return counts;
}

/** Lists the objects of a resource once for all of its kinds. */
async function countResource(
  client: Pick<KubeClient, 'list'>,
  resource: Resource,
  kinds: readonly (typeof KINDS)[number][],
): Promise<readonly ObjectCount[]> {
  const counts = kinds.map(({ name, isCounted }) => ({ name, isCounted, inNamespace: 0, elsewhere: 0 }));
  for await (const object of listServed(client, resource)) {
    const place = object.metadata['namespace'] === CONTROLLER_NAMESPACE ? 'inNamespace' : 'elsewhere';
    for (const count of counts) if (count.isCounted(object)) count[place] += 1;
  }
  return counts.map(({ name, inNamespace, elsewhere }) => ({ name, inNamespace, elsewhere }));
}

/** Lists the objects of a resource, and none if the cluster has no definition of the resource. */
export async function* listServed(
  client: Pick<KubeClient, 'list'>,
  resource: Resource,
): AsyncGenerator<KubeObject, void, undefined> {
  try {
    yield* client.list(resource);
  } catch (error) {
    if (!isKubeError(error, 'NOT_FOUND')) throw error;
  }
}

/** True if an Image owns the object. */
function isOfImage(object: KubeObject): boolean {
  return asObject(object).metadata.ownerReferences.some(
    ({ apiVersion, kind }) => kind === 'Image' && apiVersion?.startsWith('kpack.io/') === true,
  );
}
