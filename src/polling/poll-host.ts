import { backoffDelayMs, withJitter, type BackoffPolicy } from '../runtime/backoff.ts';
import { Fifo } from '../runtime/priority-queue.ts';
import type { HostState, QueryEnd } from './poll-topic.ts';

/** After this many failures of a host in a row, it is failing, and its topics are not asked until the backoff has passed. */
const FAILURES_UNTIL_BACKOFF = 3;

/** The delays between queries to a host that does not answer. */
export const HOST_BACKOFF: BackoffPolicy = { initialDelayMs: 5_000, maxDelayMs: 300_000 };

/** A longer `Retry-After` is shortened to this. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** One server: its waiting and running queries, and whether it answers. */
export class PollHost<Failure> {
  readonly waiting = new Fifo<string>();
  /** The number of topics, so that a host without topics can be removed. */
  topics = 0;
  running = 0;
  #state: HostState = 'new';
  #failuresInRow = 0;
  #backoff: { readonly untilMs: number; readonly failure: Failure; readonly isRetryAfter: boolean } | undefined;

  get state(): HostState {
    return this.#state;
  }

  /** True if the last query was answered. */
  get isLastAnswered(): boolean {
    return this.#state === 'answering' && this.#failuresInRow === 0;
  }

  /** Returns the last failure of a host in backoff, and the rest of the backoff; `undefined` for a host without backoff. */
  backoffAt(nowMs: number): { readonly failure: Failure; readonly leftMs: number } | undefined {
    if (this.#backoff === undefined || this.#backoff.untilMs <= nowMs) return undefined;
    return { failure: this.#backoff.failure, leftMs: this.#backoff.untilMs - nowMs };
  }

  /** Records the end of a query. `random` is from 0 up to, but not including, 1. */
  record(end: QueryEnd<Failure>, nowMs: number, random: number): void {
    if (end.kind === 'answered' || !end.isHostFailure) {
      this.#failuresInRow = 0;
      this.#state = 'answering';
      // No query starts during a `Retry-After`, so this one started before it.
      if (this.#backoff?.isRetryAfter === false) this.#backoff = undefined;
      return;
    }
    this.#failuresInRow += 1;
    // A new host that fails is failing at once, so that it does not hold up hosts that were never asked.
    if (this.#state === 'new' || this.#failuresInRow >= FAILURES_UNTIL_BACKOFF) this.#state = 'failing';
    const retryAfterMs = Math.min(end.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    const failures = this.#failuresInRow - FAILURES_UNTIL_BACKOFF + 1;
    const untilMs = nowMs + withJitter(backoffDelayMs(failures, HOST_BACKOFF), random) + retryAfterMs;
    if (untilMs <= Math.max(nowMs, this.#backoff?.untilMs ?? 0)) return;
    this.#backoff = { untilMs, failure: end.failure, isRetryAfter: retryAfterMs > 0 };
  }
}
