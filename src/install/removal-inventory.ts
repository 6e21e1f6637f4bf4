import type { KubeClient } from '../kube/client/kube-client.ts';
import type { KubeObject } from '../kube/client/kube-object.ts';
import { PERSISTENT_VOLUME_CLAIMS, type Resource } from '../kube/client/resource.ts';
import { isFinished, isOfImage, kpackResource, listServed } from './kpack-inventory.ts';
import { NAMESPACE } from './manifest.ts';

/** The numbers of objects that a removal concerns. */
export interface RemovalCounts {
  images: number;
  finishedBuilds: number;
  unfinishedBuilds: number;
  builders: number;
  buildpacks: number;
  sourceResolvers: number;
  cacheClaims: number;
}

/** The number of objects in the controller's namespace, and in all other namespaces. */
export interface RemovalInventory {
  readonly inNamespace: Readonly<RemovalCounts>;
  readonly elsewhere: Readonly<RemovalCounts>;
}

const ALL = (): true => true;

const COUNTED: readonly (readonly [keyof RemovalCounts, Resource, (object: KubeObject) => boolean])[] = [
  ['images', kpackResource('Image', 'images'), ALL],
  ['finishedBuilds', kpackResource('Build', 'builds'), isFinished],
  ['unfinishedBuilds', kpackResource('Build', 'builds'), (build) => !isFinished(build)],
  ['builders', kpackResource('Builder', 'builders'), ALL],
  ['buildpacks', kpackResource('Buildpack', 'buildpacks'), ALL],
  ['sourceResolvers', kpackResource('SourceResolver', 'sourceresolvers'), ALL],
  ['cacheClaims', PERSISTENT_VOLUME_CLAIMS, isOfImage],
];

const NONE: Readonly<RemovalCounts> = {
  images: 0,
  finishedBuilds: 0,
  unfinishedBuilds: 0,
  builders: 0,
  buildpacks: 0,
  sourceResolvers: 0,
  cacheClaims: 0,
};

/** Counts the objects of a cluster that a removal concerns. Rejects with `KubeError`, which is `FORBIDDEN` without permission to list them. */
export async function removalInventory(client: Pick<KubeClient, 'list'>): Promise<RemovalInventory> {
  const [inNamespace, elsewhere] = [{ ...NONE }, { ...NONE }];
  for (const [name, resource, isCounted] of COUNTED) {
    for await (const object of listServed(client, resource)) {
      const counts = object.metadata['namespace'] === NAMESPACE ? inNamespace : elsewhere;
      if (isCounted(object)) counts[name] += 1;
    }
  }
  return { inNamespace, elsewhere };
}

/** Returns the numbers of all namespaces. */
export function totalCounts({ inNamespace, elsewhere }: RemovalInventory): Readonly<RemovalCounts> {
  const total = { ...NONE };
  for (const [name] of COUNTED) total[name] = inNamespace[name] + elsewhere[name];
  return total;
}
