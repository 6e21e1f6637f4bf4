import type { Identity } from './identity.ts';

/**
 * What this process has written and its cache may not have seen yet. Without it, a reconcile right after a write would
 * decide upon the world before it.
 */
export interface Recent<T extends Identity> {
  readonly put: (key: string, record: T) => void;
  /** The newer of what is cached and what was written. */
  readonly newest: (key: string, cached: T | undefined) => T | undefined;
  /** Milliseconds until the cache must have caught up; `undefined`, if it has. */
  readonly lag: (key: string) => number | undefined;
  /** The cache has come this far. */
  readonly seen: (key: string, cached: T | undefined) => void;
  /** The cache has heard that this object has gone, so that there is nothing newer of it. */
  readonly gone: (key: string, object: Identity) => void;
}

/** A cache that has not caught up after this time never will: the object has gone in between. In milliseconds. */
const LONGEST_LAG = 10_000;

export function makeRecent<T extends Identity>(elapsed: () => number): Recent<T> {
  const written = new Map<string, { readonly record: T; readonly at: number }>();
  const seen = (key: string, cached: T | undefined): void => {
    const entry = written.get(key);
    if (entry === undefined) return;
    if (elapsed() - entry.at >= LONGEST_LAG || (cached !== undefined && !isNewer(entry.record, cached))) {
      written.delete(key);
    }
  };
  return {
    seen,
    lag: (key) => {
      const entry = written.get(key);
      return entry && Math.max(0, entry.at + LONGEST_LAG - elapsed());
    },
    gone: (key, { uid }) => {
      if (written.get(key)?.record.uid === uid) written.delete(key);
    },
    put: (key, record) => void written.set(key, { record, at: elapsed() }),
    newest: (key, cached) => {
      seen(key, cached);
      return written.get(key)?.record ?? cached;
    },
  };
}

/** Versions of one resource are numbers that grow (KEP-5504). */
function isNewer(one: Identity, other: Identity): boolean {
  return Number(one.resourceVersion) > Number(other.resourceVersion);
}
