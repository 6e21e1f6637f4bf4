import { backoffDelayMs, withJitter, type BackoffPolicy } from '../../../core/runtime/backoff.ts';
import { Fifo } from '../../../core/runtime/priority-queue.ts';
import type { PollHost } from './poll-host.ts';
import { MAX_RETRY_AFTER_MS, type FlowState, type QueryEnd, type Topic } from './poll-topic.ts';

/** After this many failures in a row, there are no queries until the backoff has passed. */
export const FAILURES_UNTIL_BACKOFF = 3;

/** The delays between queries after failures in a row. */
export const FAILURE_BACKOFF: BackoffPolicy = { initialDelayMs: 5_000, maxDelayMs: 300_000 };

interface FlowBackoff<Failure> {
  readonly untilMs: number;
  readonly failure: Failure;
  readonly isRetryAfter: boolean;
  /** True if an answer of the host to any other flow ends the backoff. */
  readonly isOfHost: boolean;
}

/** The queries of one tenant with one login to one host: what waits and runs, and whether they are answered. */
export class PollFlow<Failure> {
  readonly waiting = new Fifo<string>();
  readonly host: PollHost<Failure>;
  readonly login: string;
  readonly tenant: string;
  /** The number of topics, so that a flow without topics can be removed. */
  topics = 0;
  running = 0;
  #state: FlowState = 'new';
  #failuresInRow = 0;
  #backoff: FlowBackoff<Failure> | undefined;

  constructor(host: PollHost<Failure>, { login, tenant }: Pick<Topic, 'login' | 'tenant'>) {
    this.host = host;
    this.login = login;
    this.tenant = tenant;
  }

  get state(): FlowState {
    return this.#state;
  }

  /** True if the last query was answered. */
  get isLastAnswered(): boolean {
    return this.#state === 'answering' && this.#failuresInRow === 0;
  }

  /** Returns the last failure of a flow in backoff, and the rest of the backoff; `undefined` without backoff. */
  backoffAt(nowMs: number): (FlowBackoff<Failure> & { readonly leftMs: number }) | undefined {
    if (this.#backoff === undefined || this.#backoff.untilMs <= nowMs) return undefined;
    return { ...this.#backoff, leftMs: this.#backoff.untilMs - nowMs };
  }

  /** Records the end of a query. `random` is from 0 up to, but not including, 1. */
  record(end: QueryEnd<Failure>, nowMs: number, random: number): void {
    if (end.kind === 'answered' || end.scope === 'query') {
      this.#failuresInRow = 0;
      this.#state = 'answering';
      // No query starts during a `Retry-After`, so this one started before it.
      if (this.#backoff?.isRetryAfter === false) this.#backoff = undefined;
      return;
    }
    this.#failuresInRow += 1;
    // A new flow that fails is failing at once, so that it does not hold up those that were never asked.
    if (this.#state === 'new' || this.#failuresInRow >= FAILURES_UNTIL_BACKOFF) this.#state = 'failing';
    const retryAfterMs = Math.min(end.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    const failures = this.#failuresInRow - FAILURES_UNTIL_BACKOFF + 1;
    const untilMs = nowMs + withJitter(backoffDelayMs(failures, FAILURE_BACKOFF), random) + retryAfterMs;
    if (untilMs <= Math.max(nowMs, this.#backoff?.untilMs ?? 0)) return;
    const { failure, scope } = end;
    const isRetryAfter = retryAfterMs > 0;
    this.#backoff = { untilMs, failure, isRetryAfter, isOfHost: scope === 'host' && !isRetryAfter };
  }

  /** Ends a backoff that followed from the host, because the host has answered another flow. */
  endHostBackoff(): void {
    if (this.#backoff?.isOfHost === true) this.#backoff = undefined;
  }
}
