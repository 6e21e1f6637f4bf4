import type { UnreadableObject, ReadableCache } from '../../../../src/controller/kit/readable-cache.ts';
import type { KubeClient } from '../../../../src/clients/kube/client/kube-client.ts';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';
import type { Change } from '../../../../src/clients/kube/reflector/informer.ts';
import { makeStore } from '../../../../src/clients/kube/reflector/store.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { mergePatched } from '../../../support/merge-patch.ts';

interface Kept {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly status?: unknown;
}

/** A cache of which a test says what is in it. */
export interface CachedObjects<T extends Kept> extends ReadableCache<T> {
  readonly putUnreadable: (unreadable: UnreadableObject) => void;
  readonly put: (object: T) => void;
  readonly remove: (object: T) => void;
  readonly get: (object: Kept) => T;
}

export function cachedObjects<T extends Kept>(...objects: readonly T[]): CachedObjects<T> {
  const store = makeStore<T>();
  const unreadable = new Map<string, UnreadableObject>();
  const listeners = new Set<(change: Change<T>) => void>();
  const tell = (change: Change<T>): void => listeners.forEach((listener) => listener(change));
  for (const object of objects) store.put(keyOf(object), object);
  return {
    store,
    synced: Promise.resolve(true),
    ended: Promise.resolve(),
    unreadable: (key) => unreadable.get(key),
    subscribeUnreadable: () => undefined,
    putUnreadable: (one) => {
      const key = keyOf(one.object as Kept);
      store.remove(key);
      unreadable.set(key, one);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    put: (object) => {
      const key = keyOf(object);
      const previous = store.get(key);
      store.put(key, object);
      tell(previous === undefined ? { kind: 'added', key, object } : { kind: 'updated', key, object, previous });
    },
    remove: (object) => {
      store.remove(keyOf(object));
      tell({ kind: 'deleted', key: keyOf(object), object, isTombstone: false });
    },
    get: (object) => {
      const found = store.get(keyOf(object)) ?? (unreadable.get(keyOf(object))?.object as T | undefined);
      if (found === undefined) throw new Error(`there is no ${keyOf(object)}`);
      return found;
    },
  };
}

/** Patches of statuses, after which the cache has what a server would have. */
export function statusWriter<T extends Kept>(
  cache: CachedObjects<T>,
): Pick<KubeClient, 'patch'> & { readonly patches: JsonObject[] } {
  const patches: JsonObject[] = [];
  return {
    patches,
    patch: async (resource, name, patch, options) => {
      if (options?.subresource !== 'status') throw new KubeError('INVALID', 'patch', 'only statuses are written here');
      patches.push(patch);
      const object = cache.get({ metadata: name });
      const { status = {} } = patch;
      cache.put(mergePatched(object as unknown as JsonObject, { status }) as unknown as T);
      return { apiVersion: '', kind: resource.kind, metadata: { name: name.name } };
    },
  };
}

function keyOf({ metadata: { name, namespace } }: Kept): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
