import type { ObjectName } from '../../../clients/kube/client/resource.ts';
import type { Clock } from '../../../core/runtime/clock.ts';

/** Returns the result of reading an object of one kind. */
export type SharedRead<T> = (object: ObjectName, read: () => Promise<T>) => Promise<T>;

/** Returns the reads of a reconcile that began at this time, in milliseconds of the monotonic clock. */
export type SharedReads<T> = (reconcileBeganAtMs: number) => SharedRead<T>;

/** Bounds the memory: no more results are remembered than this process reads in this time. */
const MAX_AGE_MS = 5000;

/**
 * Shares reads between reconciles that run at the same time. A reconcile joins or reuses only a read that began after the
 * reconcile itself, so it never acts on an older state than without sharing. A failed read is not reused. The signals of
 * running reconciles are aborted together, so the reconcile that sends a request does not end before those that join.
 */
export function createSharedReads<T>({ elapsed }: Pick<Clock, 'elapsed'>): SharedReads<T> {
  const reads = new Map<string, { readonly beganAtMs: number; readonly result: Promise<T> }>();
  const dropOld = (nowMs: number): void => {
    for (const [key, { beganAtMs }] of reads) if (nowMs - beganAtMs >= MAX_AGE_MS) reads.delete(key);
  };
  return (reconcileBeganAtMs) =>
    async ({ namespace = '', name }, read) => {
      const key = `${namespace}/${name}`;
      const nowMs = elapsed();
      dropOld(nowMs);
      const shared = reads.get(key);
      if (shared !== undefined && shared.beganAtMs > reconcileBeganAtMs) return shared.result;
      const own = { beganAtMs: nowMs, result: read() };
      reads.set(key, own);
      try {
        return await own.result;
      } catch (error) {
        if (reads.get(key) === own) reads.delete(key);
        throw error;
      }
    };
}
