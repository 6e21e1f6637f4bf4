import { backoffDelayMs, withJitter, type BackoffPolicy } from '../runtime/backoff.ts';
import { Fifo } from '../runtime/work-queue.ts';
import type { Asked } from './poll-topic.ts';

/** After this many failures of a host in a row, its topics are not asked until the backoff has passed. */
const FAILURES_UNTIL_CLOSED = 3;

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
  #closed: { readonly untilMs: number; readonly failure: Failure } | undefined;

  /** Returns the failure of a host that is not asked now, and for how long it is not; `undefined` if it may be asked. */
  closedAt(nowMs: number): { readonly failure: Failure; readonly leftMs: number } | undefined {
    if (this.#closed === undefined || this.#closed.untilMs <= nowMs) return undefined;
    return { failure: this.#closed.failure, leftMs: this.#closed.untilMs - nowMs };
  }

  /** Records the end of a question. `random` is from 0 up to, but not including, 1. */
  record(asked: Asked<Failure>, nowMs: number, random: number): void {
    if (asked.kind === 'answered' || !asked.isOfHost) {
      this.#failuresInRow = 0;
      this.isProven = true;
      this.#closed = undefined;
      return;
    }
    this.#failuresInRow += 1;
    this.isProven = false;
    const retryAfterMs = Math.min(asked.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    const failures = this.#failuresInRow - FAILURES_UNTIL_CLOSED + 1;
    const delayMs = withJitter(backoffDelayMs(failures, HOST_BACKOFF), random) + retryAfterMs;
    if (delayMs > 0) this.#closed = { untilMs: nowMs + delayMs, failure: asked.failure };
  }
}
