/** Under which values of an index an object is found. */
export type Indexer<T> = (object: T) => readonly string[];

/** What a reflector knows. Objects are handed out as they are, and never changed. */
export interface Store<T> {
  /** By `namespace/name`, or the name of what has no namespace. */
  readonly get: (key: string) => T | undefined;
  readonly list: () => readonly T[];
  readonly entries: () => Iterable<readonly [key: string, object: T]>;
  /** Those that an indexer of this name put under the value. */
  readonly byIndex: (index: string, value: string) => readonly T[];
}

/** A store that can be changed, by who fills it. */
export interface WritableStore<T> extends Store<T> {
  readonly keys: () => readonly string[];
  /** Throws what an indexer throws, and changes nothing then. */
  readonly put: (key: string, object: T) => void;
  readonly remove: (key: string) => void;
}

interface Entry<T> {
  readonly object: T;
  /** Places in the index: its name and the value, as one. */
  readonly places: readonly string[];
}

/** An empty store. */
export function makeStore<T>(indexers: Readonly<Record<string, Indexer<T>>> = {}): WritableStore<T> {
  const entries = new Map<string, Entry<T>>();
  const places = new Map<string, Set<string>>();
  const remove = (key: string): void => {
    for (const place of entries.get(key)?.places ?? []) {
      const keys = places.get(place);
      keys?.delete(key);
      if (keys?.size === 0) places.delete(place);
    }
    entries.delete(key);
  };
  const put = (key: string, object: T): void => {
    const found = Object.entries(indexers).flatMap(([index, indexer]) =>
      indexer(object).map((value) => placeOf(index, value)),
    );
    remove(key);
    entries.set(key, { object, places: found });
    for (const place of found) places.set(place, (places.get(place) ?? new Set()).add(key));
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
      return [...(places.get(placeOf(index, value)) ?? [])].map(get).filter((object) => object !== undefined);
    },
  };
}

function placeOf(index: string, value: string): string {
  return `${index}\0${value}`;
}
