import type { GitAccess } from '../../git-access/git-access.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { ObjectName } from '../../kube/client/resource.ts';
import type { Outcome } from '../../runtime/controller.ts';
import { CONFIG_MAPS } from '../builds/resources.ts';
import { objectCache, type CacheDependencies, type ObjectCache } from '../object-cache.ts';
import type { Controller } from '../start-controller.ts';
import { repositoriesIn } from './push-config-map.ts';

export interface PushControllerOptions {
  readonly cache: Pick<ObjectCache<KubeObject>, 'store' | 'subscribe' | 'synced'>;
  readonly client: Pick<KubeClient, 'patch'>;
  readonly git: Pick<GitAccess, 'askNow'>;
  readonly configMap: ObjectName;
}

/** Starts to cache the ConfigMap of pushes. */
export function pushCache(
  { namespace = '', name }: ObjectName,
  dependencies: CacheDependencies,
): ObjectCache<KubeObject> {
  const selection = { fieldSelector: `metadata.name=${name}` };
  return objectCache({ resource: CONFIG_MAPS, selection, parse: (object) => object }, { ...dependencies, namespace });
}

/** Returns the controller that asks git servers about the repositories in the ConfigMap, and empties it. */
export function pushController({ cache, client, git, configMap }: PushControllerOptions): Controller {
  return {
    name: 'git-pushes',
    workers: 1,
    watch: async (enqueue) => {
      cache.subscribe(({ key }) => enqueue(key));
      return cache.synced;
    },
    reconcile: async (key, signal) => reconcile(cache.store.get(key), { client, git, configMap }, signal),
  };
}

async function reconcile(
  pushed: KubeObject | undefined,
  { client, git, configMap }: Omit<PushControllerOptions, 'cache'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const entries = pushed === undefined ? new Map<string, string>() : repositoriesIn(pushed);
  if (pushed === undefined || entries.size === 0) return { kind: 'done' };
  for (const repository of entries.values()) git.askNow(repository);
  const data = Object.fromEntries([...entries.keys()].map((name) => [name, null]));
  const { resourceVersion = '' } = pushed.metadata;
  try {
    await client.patch(CONFIG_MAPS, configMap, { metadata: { resourceVersion }, data }, { signal });
  } catch (error) {
    // A newer version has more entries, or is gone, and the cache reports it.
    if (!isKubeError(error, 'CONFLICT', 'NOT_FOUND')) throw error;
  }
  return { kind: 'done' };
}
