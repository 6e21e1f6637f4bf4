/** Returns the index values of an object. */
export type Indexer<T> = (object: T) => readonly string[];

/** A read-only view of the store. Objects are shared with the store; do not modify them. */
export interface Store<T> {
  /** Returns an object by `namespace/name`, or by name for cluster-scoped objects. */
  readonly get: (key: string) => T | undefined;
  readonly list: () => readonly T[];
  readonly entries: () => Iterable<readonly [key: string, object: T]>;
  /** Returns the objects that the named indexer returned this value for. */
  readonly byIndex: (index: string, value: string) => readonly T[];
}

/** A store that its owner can change. */
export interface WritableStore<T> extends Store<T> {
  readonly keys: () => readonly string[];
  /** Adds or replaces an object. If an indexer throws, the error is thrown and the store stays unchanged. */
  readonly put: (key: string, object: T) => void;
  readonly remove: (key: string) => void;
}

interface Entry<T> {
  readonly object: T;
  /** The index entries of the object: index name and value in one key. */
  readonly indexKeys: readonly string[];
}

/** Creates an empty store. */
export function makeStore<T>(indexers: Readonly<Record<string, Indexer<T>>> = {}): WritableStore<T> {
  const entries = new Map<string, Entry<T>>();
  const indexKeys = new Map<string, Set<string>>();
  const remove = (key: string): void => {
    for (const entryKey of entries.get(key)?.indexKeys ?? []) {
      const keys = indexKeys.get(entryKey);
      keys?.delete(key);
      if (keys?.size === 0) indexKeys.delete(entryKey);
    }
    entries.delete(key);
  };
  const put = (key: string, object: T): void => {
    const found = Object.entries(indexers).flatMap(([index, indexer]) =>
      indexer(object).map((value) => indexKey(index, value)),
    );
    remove(key);
    entries.set(key, { object, indexKeys: found });
    for (const entryKey of found) indexKeys.set(entryKey, (indexKeys.get(entryKey) ?? new Set()).add(key));
  };
  const get = (key: string): T | undefined => entries.get(key)?.object;
  return {
    get,
    put,
    remove,
    keys: () => [...entries.keys()],
    list: () => [...entries.values()].map(({ object }) => object),
    entries: () => [...entries].map(([key, { object }]) => [key, object] as const),
    byIndex: (index, value) => {
      if (!Object.hasOwn(indexers, index)) throw new Error(`there is no index ${index}`);
      return [...(indexKeys.get(indexKey(index, value)) ?? [])].map(get).filter((object) => object !== undefined);
    },
  };
}

function indexKey(index: string, value: string): string {
  return `${index}\0${value}`;
}
