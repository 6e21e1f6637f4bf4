import { BUILDS, CORE_EVENTS, PODS } from '../../clients/kube/client/resources.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Selection } from '../../clients/kube/client/list.ts';
import type { NamespacedName } from '../../clients/kube/client/resource.ts';
import { observedValue, type ObservedValue } from '../../insight/logs/observed-value.ts';
import { BUILD_LABEL, buildLabelValue } from '../../core/model/build-names.ts';
import type { OpenCluster } from '../cluster.ts';
import { getIfExists } from '../objects/get-if-exists.ts';
import { selectionOf } from '../image-builds.ts';
import { reflectedObjects } from '../reflected-objects.ts';
import type { BuildAndPods } from './observed-build.ts';

/** Reads a Build and its Pods. Resolves to `undefined` if there is neither. */
export async function readBuildAndPods(cluster: OpenCluster, key: NamespacedName): Promise<BuildAndPods | undefined> {
  const { client } = cluster;
  // The cluster may not have Builds as a resource, but Pods that `taskpack translate` printed.
  const build = await getIfExists(client, BUILDS, key);
  const pods: KubeObject[] = [];
  for await (const pod of client.list(PODS, podsOf(key))) pods.push(pod);
  if (build === undefined && pods.length === 0) return undefined;
  return { ...(build && { build }), pods };
}

/**
 * Watches a Build and its Pods until `stop` is aborted. Aborts `stop` itself if the API server refuses to list or watch them,
 * because the permission to get an object does not include list and watch. Retries after all other errors, because the first
 * read succeeded.
 */
export function watchBuild(
  { transport }: Pick<OpenCluster, 'transport'>,
  key: NamespacedName,
  first: BuildAndPods,
  stop: AbortController,
): ObservedValue<BuildAndPods> {
  const live = observedValue(first);
  const pods = reflectedObjects(transport, PODS, podsOf(key), stop);
  const builds = first.build && reflectedObjects(transport, BUILDS, selectionOf(key), stop);
  const uid = first.build?.metadata['uid'];
  const observe = (): void => {
    // Compare the UID, because a newer Build can have the same name.
    const build = builds?.objects().find(({ metadata }) => metadata['uid'] === uid);
    live.set({ ...(build && { build }), pods: pods.objects() });
  };
  // Before the first list is complete, existing objects would seem to be deleted.
  void Promise.all([pods.synced, builds?.synced]).then(() => {
    pods.listen(observe);
    builds?.listen(observe);
    observe();
  });
  return live;
}

/** Returns the Events about a Pod. Starts to watch them at the first call, so the first calls return none. */
export type PodEvents = (pod: KubeObject) => readonly KubeObject[];

/** Watches Events until `stop` is aborted. There are none if the user may not read them. */
export function watchEvents({ transport }: Pick<OpenCluster, 'transport'>, stop: AbortController): PodEvents {
  const watched = new Map<string, () => readonly KubeObject[]>();
  return ({ metadata: { name, namespace } }) => {
    const known = watched.get(name);
    if (known !== undefined) return known();
    const own = new AbortController();
    stop.signal.addEventListener('abort', () => own.abort(), { once: true });
    const selection = {
      ...(typeof namespace === 'string' && { namespace }),
      fieldSelector: `involvedObject.kind=Pod,involvedObject.name=${name}`,
    };
    const { objects } = reflectedObjects(transport, CORE_EVENTS, selection, own);
    watched.set(name, objects);
    return objects();
  };
}

/** Selects the Pods of a Build. */
export function podsOf({ namespace, name }: NamespacedName): Selection {
  return { namespace, labelSelector: `${BUILD_LABEL}=${buildLabelValue(name)}` };
}
