import type { KubeClient } from '../kube/client/kube-client.ts';
import type { KubeObject } from '../kube/client/kube-object.ts';
import { PERSISTENT_VOLUME_CLAIMS, type Resource } from '../kube/client/resource.ts';
import { isKubeError } from '../kube/kube-error.ts';
import { objectAt, objectsAt, textAt } from '../model/json-field.ts';

/** The number of objects in a cluster that taskpack takes over from kpack. */
export interface KpackInventory {
  readonly images: number;
  readonly finishedBuilds: number;
  readonly unfinishedBuilds: number;
  readonly sourceResolvers: number;
  /** PersistentVolumeClaims that Images own. */
  readonly cacheClaims: number;
}

/** Counts the objects of all namespaces. Rejects with `KubeError`, which is `FORBIDDEN` without permission to list them. */
export async function kpackInventory(client: Pick<KubeClient, 'list'>): Promise<KpackInventory> {
  const count = async (
    resource: Resource,
    isCounted: (object: KubeObject) => boolean = () => true,
  ): Promise<number> => {
    let number = 0;
    for await (const object of listServed(client, resource)) if (isCounted(object)) number += 1;
    return number;
  };
  return {
    images: await count(kpackResource('Image', 'images')),
    finishedBuilds: await count(kpackResource('Build', 'builds'), isFinished),
    unfinishedBuilds: await count(kpackResource('Build', 'builds'), (build) => !isFinished(build)),
    sourceResolvers: await count(kpackResource('SourceResolver', 'sourceresolvers')),
    cacheClaims: await count(PERSISTENT_VOLUME_CLAIMS, isOfImage),
  };
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

/** Returns one line for each kind of object that exists, with what will happen to the objects. */
export function inventoryLines(inventory: KpackInventory): readonly string[] {
  const lines: readonly (readonly [count: number, name: string, plural: string, fate: string])[] = [
    [inventory.images, 'Image', 'Images', 'built again only if something changed since the newest Build'],
    [inventory.finishedBuilds, 'finished Build', 'finished Builds', 'kept; the next Builds continue the numbers'],
    [inventory.unfinishedBuilds, 'unfinished Build', 'unfinished Builds', 'let kpack finish before you stop kpack'],
    [inventory.sourceResolvers, 'SourceResolver', 'SourceResolvers', 'polled by taskpack'],
    [inventory.cacheClaims, 'cache claim', 'cache claims', 'mounted by the next Build of the Image'],
  ];
  return lines
    .filter(([count]) => count > 0)
    .map(([count, name, plural, fate]) => `${count} ${count === 1 ? name : plural}: ${fate}`);
}

export function kpackResource(kind: string, plural: string): Resource {
  return { group: 'kpack.io', version: 'v1alpha2', plural, kind, isNamespaced: true };
}

/** True if a Build has succeeded or failed. */
export function isFinished(build: KubeObject): boolean {
  const conditions = objectsAt(objectAt(build, 'status'), 'conditions');
  const succeeded = conditions.find(({ type }) => type === 'Succeeded');
  return succeeded !== undefined && succeeded['status'] !== 'Unknown';
}

/** True if an Image owns the object. */
export function isOfImage({ metadata }: KubeObject): boolean {
  return objectsAt(metadata, 'ownerReferences').some(
    (owner) => textAt(owner, 'kind') === 'Image' && textAt(owner, 'apiVersion')?.startsWith('kpack.io/') === true,
  );
}
