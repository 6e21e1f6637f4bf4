import { backoffDelayMs, withJitter } from '../../../core/runtime/backoff.ts';
import type { Cancel } from '../../../core/runtime/clock.ts';
import { FAILURE_BACKOFF } from './poll-flow.ts';
import { MAX_RETRY_AFTER_MS, type QueryEnd, type Topic } from './poll-topic.ts';

export type EntryState = { readonly kind: 'idle' } | ScheduledState | { readonly kind: 'waiting' } | RunningState;

export interface ScheduledState {
  readonly kind: 'scheduled';
  readonly atMs: number;
  /** False if only the interval causes the query, which then depends on the interval alone. */
  isRequested: boolean;
  readonly cancel: Cancel;
}

export interface RunningState {
  readonly kind: 'running';
  /**
   * The time of the next query, if another one was requested while this one runs. If this query still runs then, the next one
   * starts at its end.
   */
  againAtMs: number | undefined;
}

/** A topic and the schedule of its queries. */
export interface Entry {
  readonly topic: Topic;
  /** The time from the start of a query to that of the next one; `Infinity` if no query follows by itself. */
  intervalMs: number;
  state: EntryState;
  startedAtMs: number;
  /** Since when an answer is outstanding; `undefined` if none is. */
  dueSinceMs: number | undefined;
  /** Since when failures of other tenants delay the next query; `undefined` if none do. */
  heldSinceMs: number | undefined;
  isAnswered: boolean;
  failures: number;
}

/** Returns an entry that is not due. */
export function newEntry(topic: Topic, intervalMs: number): Entry {
  return {
    topic,
    intervalMs,
    state: { kind: 'idle' },
    startedAtMs: 0,
    dueSinceMs: undefined,
    heldSinceMs: undefined,
    isAnswered: false,
    failures: 0,
  };
}

/** True if the time of the next query depends on the interval alone. */
export function isOnInterval({ isAnswered, state }: Entry): boolean {
  return isAnswered && (state.kind === 'idle' || (state.kind === 'scheduled' && !state.isRequested));
}

const MAX_OWN_DELAY_MS = 300_000;

/** Makes a scheduled entry idle. */
export function unschedule(entry: Entry): void {
  if (entry.state.kind !== 'scheduled') return;
  entry.state.cancel();
  entry.state = { kind: 'idle' };
}

/**
 * Returns the delay after a failure. If only a user can mend the failure, the first retry follows after the interval, and later
 * retries follow less often, without end. `random` is from 0 up to, but not including, 1.
 */
export function retryDelayMs(
  { failures, intervalMs }: Entry,
  { scope, isTemporary, retryAfterMs = 0 }: Extract<QueryEnd<unknown>, { kind: 'failed' }>,
  random: number,
): number {
  const initialDelayMs = intervalMs === Infinity ? MAX_OWN_DELAY_MS : intervalMs;
  const own = { initialDelayMs, maxDelayMs: Math.max(initialDelayMs, MAX_OWN_DELAY_MS) };
  const delayMs = withJitter(backoffDelayMs(failures, isTemporary ? FAILURE_BACKOFF : own), random);
  // After a failure of any other scope, the whole flow waits for `Retry-After`.
  return scope === 'query' ? delayMs + Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) : delayMs;
}
