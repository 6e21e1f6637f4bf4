import { BUILDS } from '../../controllers/build/resources.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { Selection } from '../../kube/client/list-pages.ts';
import { PODS } from '../../kube/client/resources.ts';
import type { Resource } from '../../kube/client/resource.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import { startReflector } from '../../kube/reflector/reflector.ts';
import type { Transport } from '../../kube/transport/transport.ts';
import { keptLive, type Live } from '../../logs/live.ts';
import { isRefusal } from '../../logs/read-failure.ts';
import { childName } from '../../model/names.ts';
import { COLLABORATORS } from '../cluster/collaborators.ts';
import type { OpenCluster } from '../cluster/open-cluster.ts';
import type { BuildPlace } from './build-place.ts';
import type { SeenBuild } from './sight-of-pod.ts';

/** Looks at a Build and its pods; `undefined` if there is neither. */
export async function seeBuild(cluster: OpenCluster, place: BuildPlace): Promise<SeenBuild | undefined> {
  const { client } = cluster;
  const build = await client.get(BUILDS, place).catch((error: unknown) => {
    // The cluster may have no Builds at all, and pods of those that were translated elsewhere.
    if (isKubeError(error, 'NOT_FOUND')) return undefined;
    throw error;
  });
  const pods: KubeObject[] = [];
  for await (const pod of client.list(PODS, podsOf(place))) pods.push(pod);
  if (build === undefined && pods.length === 0) return undefined;
  return { ...(build && { build }), pods };
}

/**
 * Goes on looking until it is told to stop, or stops with what the API server refuses: who may get an object may not be
 * allowed to list or to watch it. Other failures are tried again for ever: the first look had none.
 */
export function watchBuild(
  { transport }: Pick<OpenCluster, 'transport'>,
  place: BuildPlace,
  first: SeenBuild,
  stop: AbortController,
): Live<SeenBuild> {
  const live = keptLive(first);
  const pods = reflected(transport, PODS, podsOf(place), stop);
  const builds = first.build && reflected(transport, BUILDS, buildOf(place), stop);
  const uid = first.build?.metadata['uid'];
  const look = (): void => {
    // Another Build may have its name by now.
    const build = builds?.objects().find(({ metadata }) => metadata['uid'] === uid);
    live.set({ ...(build && { build }), pods: pods.objects() });
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

function reflected(transport: Transport, resource: Resource, selection: Selection, stop: AbortController): Reflected {
  const listeners: (() => void)[] = [];
  const { synced, store } = startReflector<KubeObject>({
    transport,
    collaborators: COLLABORATORS,
    resource,
    selection,
    signal: stop.signal,
    parse: (object) => object,
    onChange: () => listeners.forEach((listener) => listener()),
    report: ({ error }) => {
      if (isRefusal(error)) stop.abort(error);
    },
  });
  return { synced, objects: () => store.list(), listen: (listener) => void listeners.push(listener) };
}

function podsOf({ namespace, name }: BuildPlace): Selection {
  return { namespace, labelSelector: `kpack.io/build=${childName(name, '')}` };
}

function buildOf({ namespace, name }: BuildPlace): Selection {
  return { namespace, fieldSelector: `metadata.name=${name}` };
}
