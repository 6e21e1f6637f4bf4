import type { KubeClient } from '../kube/client/kube-client.ts';
import type { KubeObject } from '../kube/client/kube-object.ts';
import { PERSISTENT_VOLUME_CLAIMS, type Resource } from '../kube/client/resource.ts';
import { isKubeError } from '../kube/kube-error.ts';
import { objectAt, objectsAt, textAt } from '../model/json-field.ts';
import { NAMESPACE } from './manifest.ts';

interface CountedKind {
  readonly name: string;
  readonly resource: Resource;
  readonly isCounted: (object: KubeObject) => boolean;
}

const ALL = (): true => true;

const BUILDS = kpackResource('Build', 'builds');

/** The kinds of users' objects that an installation takes over from kpack, or that a removal concerns: all of kpack.io, and caches. */
const KINDS = [
  { name: 'Image', resource: kpackResource('Image', 'images'), isCounted: ALL },
  { name: 'finished Build', resource: BUILDS, isCounted: isFinished },
  { name: 'unfinished Build', resource: BUILDS, isCounted: (build: KubeObject) => !isFinished(build) },
  { name: 'Builder', resource: kpackResource('Builder', 'builders'), isCounted: ALL },
  { name: 'Buildpack', resource: kpackResource('Buildpack', 'buildpacks'), isCounted: ALL },
  { name: 'SourceResolver', resource: kpackResource('SourceResolver', 'sourceresolvers'), isCounted: ALL },
  { name: 'ClusterBuilder', resource: clusterResource('ClusterBuilder', 'clusterbuilders'), isCounted: ALL },
  { name: 'ClusterStore', resource: clusterResource('ClusterStore', 'clusterstores'), isCounted: ALL },
  { name: 'ClusterStack', resource: clusterResource('ClusterStack', 'clusterstacks'), isCounted: ALL },
  { name: 'ClusterBuildpack', resource: clusterResource('ClusterBuildpack', 'clusterbuildpacks'), isCounted: ALL },
  { name: 'ClusterLifecycle', resource: clusterResource('ClusterLifecycle', 'clusterlifecycles'), isCounted: ALL },
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
    const place = object.metadata['namespace'] === NAMESPACE ? 'inNamespace' : 'elsewhere';
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

/** Returns a number of objects as text, such as `2 Images`. */
export function countText(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Returns a namespaced resource of kpack's API in v1alpha2. */
export function kpackResource(kind: string, plural: string): Resource {
  return { group: 'kpack.io', version: 'v1alpha2', plural, kind, isNamespaced: true };
}

/** Returns a cluster-scoped resource of kpack's API in v1alpha2. */
export function clusterResource(kind: string, plural: string): Resource {
  return { ...kpackResource(kind, plural), isNamespaced: false };
}

/** True if a Build has succeeded or failed. */
function isFinished(build: KubeObject): boolean {
  const conditions = objectsAt(objectAt(build, 'status'), 'conditions');
  const succeeded = conditions.find(({ type }) => type === 'Succeeded');
  return succeeded !== undefined && succeeded['status'] !== 'Unknown';
}

/** True if an Image owns the object. */
function isOfImage({ metadata }: KubeObject): boolean {
  return objectsAt(metadata, 'ownerReferences').some(
    (owner) => textAt(owner, 'kind') === 'Image' && textAt(owner, 'apiVersion')?.startsWith('kpack.io/') === true,
  );
}
