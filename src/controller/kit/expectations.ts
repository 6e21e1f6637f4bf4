import type { Clock } from '../../core/runtime/clock.ts';
import type { Identity } from './identity.ts';

/**
 * Writes of this process that its cache has not seen yet (as client-go's ControllerExpectations). Without them, a reconcile
 * right after a write would act on the state before the write.
 */
export interface Expectations<T extends Identity> {
  /** Records an object as the API server returned it. */
  readonly expect: (key: string, written: T) => void;
  /** Returns the newer of the cached and the written object. Drops an expectation that has expired. */
  readonly newest: (key: string, cached: T | undefined) => T | undefined;
  /**
   * Returns the milliseconds until the expectation expires; `undefined` if the cache has caught up. Returns 0 for an expectation that
   * has expired since the last `newest`, because the caller acted on it.
   */
  readonly expiresInMs: (key: string) => number | undefined;
  /** Returns the written object that the cache has not caught up with, also if the expectation has expired. */
  readonly pending: (key: string) => T | undefined;
  /** Drops the expectation if the cached object is as new. */
  readonly observed: (key: string, cached: T | undefined) => void;
  /** Drops the expectation if the cache has seen the deletion of this object. */
  readonly deleted: (key: string, object: Identity) => void;
}

/** A cache that has not seen the object after this time never will, because the object has been deleted meanwhile. */
const EXPIRY_MS = 10_000;

export function createExpectations<T extends Identity>({ elapsed }: Pick<Clock, 'elapsed'>): Expectations<T> {
  const expected = new Map<string, { readonly object: T; readonly at: number }>();
  const observed = (key: string, cached: T | undefined): void => {
    const entry = expected.get(key);
    if (entry !== undefined && cached !== undefined && !isNewer(entry.object, cached)) expected.delete(key);
  };
  const expire = (key: string): void => {
    const entry = expected.get(key);
    if (entry !== undefined && elapsed() - entry.at >= EXPIRY_MS) expected.delete(key);
  };
  return {
    observed,
    pending: (key) => expected.get(key)?.object,
    expiresInMs: (key) => {
      const entry = expected.get(key);
      return entry && Math.max(0, entry.at + EXPIRY_MS - elapsed());
    },
    deleted: (key, { uid }) => {
      if (expected.get(key)?.object.uid === uid) expected.delete(key);
    },
    expect: (key, object) => void expected.set(key, { object, at: elapsed() }),
    newest: (key, cached) => {
      observed(key, cached);
      expire(key);
      return expected.get(key)?.object ?? cached;
    },
  };
}

/** Resource versions of one resource are increasing numbers (KEP-5504). */
function isNewer(first: Identity, second: Identity): boolean {
  return Number(first.resourceVersion) > Number(second.resourceVersion);
}
