/** Returns the cached value of a key, or creates one. */
export type ExpiringCache<T> = (key: string, create: () => Promise<T>) => Promise<T>;

interface Entry<T> {
  /** The time at which the value was there, if it is. */
  since: number | undefined;
  readonly value: Promise<T>;
}

/**
 * Creates a cache whose values expire `lifetimeMs` after they were created. Every call removes all expired values, so
 * that credentials do not stay in memory. A creation that fails is tried again by the next call, unless `isKept` is true for its error.
 */
export function expiringCache<T>(
  lifetimeMs: number,
  now: () => number,
  isKept: (error: unknown) => boolean = () => false,
): ExpiringCache<T> {
  const entries = new Map<string, Entry<T>>();
  const isFresh = ({ since = Infinity }: Entry<T>, time: number): boolean =>
    since === Infinity || (time >= since && time < since + lifetimeMs);
  return async (key, create) => {
    const time = now();
    for (const [old, entry] of entries) if (!isFresh(entry, time)) entries.delete(old);
    const cached = entries.get(key);
    if (cached !== undefined) return cached.value;
    const created: Entry<T> = { since: undefined, value: create() };
    entries.set(key, created);
    try {
      const value = await created.value;
      created.since = now();
      return value;
    } catch (error) {
      if (isKept(error)) created.since = now();
      else if (entries.get(key) === created) entries.delete(key);
      throw error;
    }
  };
}
