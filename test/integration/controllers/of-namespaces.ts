import type { ObjectCache } from '../../../src/controller/kit/object-cache.ts';
import type { ReadableCache } from '../../../src/controller/kit/readable-cache.ts';

type Shown<T> = Pick<ObjectCache<T>, 'store' | 'subscribe'>;

/**
 * Hides the objects of other namespaces from a controller of several namespaces. Other tests use the cluster at the same time,
 * and a cache has the objects of one namespace or of all.
 */
export function ofNamespaces<T>({ store, subscribe }: Shown<T>, namespaces: readonly string[]): Shown<T> {
  const isShown = isIn(namespaces);
  const entries = (): readonly (readonly [string, T])[] => [...store.entries()].filter(([key]) => isShown(key));
  return {
    store: {
      ...store,
      get: (key) => (isShown(key) ? store.get(key) : undefined),
      list: () => entries().map(([, object]) => object),
      entries,
    },
    subscribe: (listener) => subscribe((change) => void (isShown(change.key) && listener(change))),
  };
}

/** Hides the objects of other namespaces, also those that do not match their schema. */
export function readableOfNamespaces<T>(cache: ReadableCache<T>, namespaces: readonly string[]): ReadableCache<T> {
  const isShown = isIn(namespaces);
  return {
    ...cache,
    ...ofNamespaces(cache, namespaces),
    subscribeUnreadable: (listener) => cache.subscribeUnreadable((key) => void (isShown(key) && listener(key))),
  };
}

function isIn(namespaces: readonly string[]): (key: string) => boolean {
  return (key) => namespaces.some((namespace) => key.startsWith(`${namespace}/`));
}
