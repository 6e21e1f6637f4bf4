/** Returns the cached value of a key, or creates one. A value whose creation fails is not cached. */
export type ExpiringCache<T> = (key: string, create: () => Promise<T>) => Promise<T>;

interface Entry<T> {
  readonly since: number;
  readonly value: Promise<T>;
}

/**
 * Creates a cache whose values expire `lifetimeMs` after their creation began. Every call removes all expired values, so
 * that credentials do not stay in memory.
 */
export function expiringCache<T>(lifetimeMs: number, now: () => number): ExpiringCache<T> {
  const entries = new Map<string, Entry<T>>();
  const isFresh = ({ since }: Entry<T>, time: number): boolean => time >= since && time < since + lifetimeMs;
  return async (key, create) => {
    const time = now();
    for (const [old, entry] of entries) if (!isFresh(entry, time)) entries.delete(old);
    const cached = entries.get(key);
    if (cached !== undefined) return cached.value;
    const created = { since: time, value: create() };
    entries.set(key, created);
    try {
      return await created.value;
    } catch (error) {
      if (entries.get(key) === created) entries.delete(key);
      throw error;
    }
  };
}
