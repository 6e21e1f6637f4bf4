import type { KubeClient } from '../kube/client/kube-client.ts';
import type { KubeObject } from '../kube/client/kube-object.ts';
import { PERSISTENT_VOLUME_CLAIMS, type Resource } from '../kube/client/resource.ts';
import { isFinished, isOfImage, kpackResource, listServed } from './kpack-inventory.ts';
import { NAMESPACE } from './manifest.ts';

/** The kinds of objects that a removal concerns. */
const COUNTED = {
  images: [kpackResource('Image', 'images'), () => true],
  finishedBuilds: [kpackResource('Build', 'builds'), isFinished],
  unfinishedBuilds: [kpackResource('Build', 'builds'), (build) => !isFinished(build)],
  builders: [kpackResource('Builder', 'builders'), () => true],
  buildpacks: [kpackResource('Buildpack', 'buildpacks'), () => true],
  sourceResolvers: [kpackResource('SourceResolver', 'sourceresolvers'), () => true],
  cacheClaims: [PERSISTENT_VOLUME_CLAIMS, isOfImage],
} as const satisfies Readonly<Record<string, readonly [Resource, (object: KubeObject) => boolean]>>;

type Counted = Readonly<Record<keyof typeof COUNTED, number>>;

/** The number of objects in the controller's namespace, and in all other namespaces. */
export interface RemovalInventory {
  readonly inNamespace: Counted;
  readonly elsewhere: Counted;
}

/** Counts the objects of a cluster that a removal concerns. Rejects with `KubeError`, which is `FORBIDDEN` without permission to list them. */
export async function removalInventory(client: Pick<KubeClient, 'list'>): Promise<RemovalInventory> {
  const inNamespace: Record<string, number> = {};
  const elsewhere: Record<string, number> = {};
  for (const [name, [resource, isCounted]] of Object.entries(COUNTED)) {
    inNamespace[name] = elsewhere[name] = 0;
    for await (const object of listServed(client, resource)) {
      const counts = object.metadata['namespace'] === NAMESPACE ? inNamespace : elsewhere;
      if (isCounted(object)) counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return { inNamespace: inNamespace as Counted, elsewhere: elsewhere as Counted };
}
