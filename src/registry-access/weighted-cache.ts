/** What was asked for lately, up to a weight. */
export interface WeightedCache<T> {
  readonly get: (key: string) => T | undefined;
  /** What was not asked for the longest goes where there is no room; what is too heavy by itself is not kept. */
  readonly put: (key: string, value: T, weight: number) => void;
}

/** An empty cache. */
export function weightedCache<T>(capacity: number): WeightedCache<T> {
  /** The one that was asked for last is last. */
  const entries = new Map<string, { readonly value: T; readonly weight: number }>();
  let load = 0;
  const remove = (key: string): void => {
    load -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    put: (key, value, weight) => {
      remove(key);
      if (weight > capacity) return;
      entries.set(key, { value, weight });
      load += weight;
      for (const oldest of entries.keys()) {
        if (load <= capacity) break;
        remove(oldest);
      }
    },
  };
}
