import { backoffDelayMs, withJitter, type BackoffPolicy } from '../runtime/backoff.ts';
import { Fifo } from '../runtime/work-queue.ts';
import type { Asked } from './poll-topic.ts';

/** After this many failures of a host in a row, its topics are not asked until the backoff has passed. */
const FAILURES_UNTIL_BACKOFF = 3;

/** The delays between questions to a host that does not answer. */
export const HOST_BACKOFF: BackoffPolicy = { initialDelayMs: 5_000, maxDelayMs: 300_000 };

/** A longer `Retry-After` is shortened to this. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** One server: its waiting and running questions, and whether it answers. */
export class PollHost<Failure> {
  readonly waiting = new Fifo<string>();
  /** The number of topics, so that a host without topics can be removed. */
  topics = 0;
  running = 0;
  /** True if the last question was answered. */
  isProven = false;
  #failuresInRow = 0;
  #backoff: { readonly untilMs: number; readonly failure: Failure; readonly isRetryAfter: boolean } | undefined;

  /** Returns the failure of a host that is not asked now, and for how long it is not; `undefined` if it may be asked. */
  backoffAt(nowMs: number): { readonly failure: Failure; readonly leftMs: number } | undefined {
    if (this.#backoff === undefined || this.#backoff.untilMs <= nowMs) return undefined;
    return { failure: this.#backoff.failure, leftMs: this.#backoff.untilMs - nowMs };
  }

  /** Records the end of a question. `random` is from 0 up to, but not including, 1. */
  record(asked: Asked<Failure>, nowMs: number, random: number): void {
    if (asked.kind === 'answered' || !asked.isOfHost) {
      this.#failuresInRow = 0;
      this.isProven = true;
      // No question starts during a `Retry-After`, so this one started before it.
      if (this.#backoff?.isRetryAfter === false) this.#backoff = undefined;
      return;
    }
    this.#failuresInRow += 1;
    this.isProven = false;
    const retryAfterMs = Math.min(asked.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    const failures = this.#failuresInRow - FAILURES_UNTIL_BACKOFF + 1;
    const untilMs = nowMs + withJitter(backoffDelayMs(failures, HOST_BACKOFF), random) + retryAfterMs;
    if (untilMs <= Math.max(nowMs, this.#backoff?.untilMs ?? 0)) return;
    this.#backoff = { untilMs, failure: asked.failure, isRetryAfter: retryAfterMs > 0 };
  }
}
