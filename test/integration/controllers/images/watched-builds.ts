import { imageCaches } from '../../../../src/controller/images/image-caches.ts';
import { builderCaches } from '../../../../src/controller/builders/builder-kinds.ts';
import { sourceResolverCache } from '../../../../src/controller/sources/resolvers/source-resolver-controller.ts';
import { SYSTEM_CLOCK } from '../../../../src/core/runtime/clock.ts';
import { connected } from '../../kube/connected.ts';

/** A Build as the API server reports it. */
export interface WatchedBuild {
  readonly namespace: string;
  readonly name: string;
  readonly image: string;
  readonly number: number;
  readonly reason: string;
  /** The commit that it builds. */
  readonly revision: string;
  /** The UID of the Image that owns it. */
  readonly owner: string;
}

/** All Builds of some namespaces, with their complete history: a watch reports every change in its order. */
export interface WatchedBuilds {
  /** The Builds in the order in which they were created. */
  readonly created: readonly WatchedBuild[];
  /** The unfinished Builds, the oldest first. */
  readonly unfinished: () => readonly WatchedBuild[];
  /** The most Builds that were unfinished at one time: in one namespace, and in all. */
  readonly most: { namespace: number; cluster: number };
  /** The Images of which two Builds were unfinished at one time, by UID. */
  readonly twice: ReadonlySet<string>;
  readonly close: () => Promise<void>;
}

export async function watchBuilds(kubeconfig: string, namespaces: readonly string[]): Promise<WatchedBuilds> {
  const own = await connected(kubeconfig);
  const end = new AbortController();
  const failures: unknown[] = [];
  const dependencies = {
    transport: own.transport,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    report: ({ error }: { readonly error: unknown }) => void failures.push(error),
    signal: end.signal,
  };
  const { builds } = imageCaches(dependencies, builderCaches(dependencies), sourceResolverCache(dependencies), {});
  const created: WatchedBuild[] = [];
  const unfinished = new Map<string, WatchedBuild>();
  const twice = new Set<string>();
  const most = { namespace: 0, cluster: 0 };
  await builds.synced;
  builds.subscribe(({ kind, key, object: { metadata, spec, status } }) => {
    const { name, namespace = '', labels = {}, annotations = {}, ownerReferences = [] } = metadata;
    if (!namespaces.includes(namespace)) return;
    const number = Number(labels['image.kpack.io/buildNumber']);
    const image = labels['image.kpack.io/image'] ?? '';
    const reason = annotations['image.kpack.io/reason'] ?? '';
    const { revision = '' } = spec.source.git ?? {};
    const owner = ownerReferences[0]?.uid ?? '';
    const build = { namespace, name, image, number, reason, revision, owner };
    if (kind === 'added') created.push(build);
    const succeeded = status?.conditions?.find(({ type }) => type === 'Succeeded')?.status ?? 'Unknown';
    if (kind === 'deleted' || succeeded !== 'Unknown') unfinished.delete(key);
    else if (!unfinished.has(key)) {
      if ([...unfinished.values()].some((other) => other.owner === owner)) twice.add(owner);
      unfinished.set(key, build);
    }
    const counts = namespaces.map((one) => [...unfinished.values()].filter((other) => other.namespace === one).length);
    most.cluster = Math.max(most.cluster, unfinished.size);
    most.namespace = Math.max(most.namespace, ...counts);
  });
  return {
    created,
    unfinished: () => [...unfinished.values()],
    most,
    twice,
    close: async () => {
      end.abort();
      await own.close();
    },
  };
}
