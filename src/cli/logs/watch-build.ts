import { BUILDS } from '../../controllers/build/resources.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { Selection } from '../../kube/client/list-pages.ts';
import { PODS } from '../../kube/client/resources.ts';
import type { Resource } from '../../kube/client/resource.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import { startReflector } from '../../kube/reflector/reflector.ts';
import type { Transport } from '../../kube/transport/transport.ts';
import { keptLive, type Live } from '../../logs/live.ts';
import { childName } from '../../model/names.ts';
import { COLLABORATORS } from '../cluster/collaborators.ts';
import type { OpenCluster } from '../cluster/open-cluster.ts';
import type { BuildPlace } from './build-place.ts';
import { nextSight, type BuildSight } from './build-sight.ts';

/** Looks at a Build and its pod; `undefined` if there is neither. */
export async function seeBuild(cluster: OpenCluster, place: BuildPlace): Promise<BuildSight | undefined> {
  const { client } = cluster;
  const build = await client.get(BUILDS, place).catch((error: unknown) => {
    // The cluster may have no Builds at all, and pods of those that were translated elsewhere.
    if (isKubeError(error, 'NOT_FOUND')) return undefined;
    throw error;
  });
  const pods: KubeObject[] = [];
  for await (const pod of client.list(PODS, podsOf(place))) pods.push(pod);
  if (build === undefined && pods.length === 0) return undefined;
  return { ...(build && { build }), pod: nextSight({ kind: 'absent' }, build, pods) };
}

/** Goes on looking until it is told to stop. Failures are tried again for ever: the first look had none. */
export function watchBuild(
  { transport }: OpenCluster,
  place: BuildPlace,
  first: BuildSight,
  signal: AbortSignal,
): Live<BuildSight> {
  const live = keptLive(first);
  const pods = reflected(transport, PODS, podsOf(place), signal);
  const hasBuild = first.build !== undefined;
  const builds = hasBuild ? reflected(transport, BUILDS, buildOf(place), signal) : undefined;
  const look = (): void => {
    const build = builds?.objects()[0];
    live.set({ ...(build && { build }), pod: nextSight(live.now().pod, build, pods.objects()) });
  };
  // While a first list is taken over, what is not yet there would seem to be gone.
  void Promise.all([pods.synced, builds?.synced]).then(() => {
    pods.listen(look);
    builds?.listen(look);
    look();
  });
  return live;
}

interface Reflected {
  readonly synced: Promise<boolean>;
  readonly objects: () => readonly KubeObject[];
  readonly listen: (listener: () => void) => void;
}

function reflected(transport: Transport, resource: Resource, selection: Selection, signal: AbortSignal): Reflected {
  const listeners: (() => void)[] = [];
  const { synced, store } = startReflector<KubeObject>({
    transport,
    collaborators: COLLABORATORS,
    resource,
    selection,
    signal,
    parse: (object) => object,
    onChange: () => listeners.forEach((listener) => listener()),
    report: () => undefined,
  });
  return { synced, objects: () => store.list(), listen: (listener) => void listeners.push(listener) };
}

function podsOf({ namespace, name }: BuildPlace): Selection {
  return { namespace, labelSelector: `kpack.io/build=${childName(name, '')}` };
}

function buildOf({ namespace, name }: BuildPlace): Selection {
  return { namespace, fieldSelector: `metadata.name=${name}` };
}
