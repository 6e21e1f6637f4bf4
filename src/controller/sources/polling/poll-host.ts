import { backoffDelayMs, withJitter, type BackoffPolicy } from '../../../core/runtime/backoff.ts';
import type { Entry } from './poll-entry.ts';
import { FAILURES_UNTIL_BACKOFF, type PollFlow } from './poll-flow.ts';
import type { QueryEnd } from './poll-topic.ts';

/** A tenant waits at most this long for failures of others. After that, the tenant asks, and finds out for itself. */
export const MAX_SHARED_DELAY_MS = 60_000;

const SHARED_BACKOFF: BackoffPolicy = { initialDelayMs: 5_000, maxDelayMs: MAX_SHARED_DELAY_MS };

/** One tenant alone can make its own queries fail, so this many tenants show that the host fails. */
const MIN_TENANTS = 2;

interface LoginLimit {
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** One server: what its flows share. It contains no failure, so none can reach another tenant. */
export class PollHost<Failure> {
  /** The flows by `flowKey`. */
  readonly flows = new Map<string, PollFlow<Failure>>();
  /** The scheduled topics that an answer of the host makes due. */
  readonly held = new Set<Entry>();
  #failuresInRow = 0;
  readonly #failedTenants = new Set<string>();
  #failingUntilMs = 0;
  readonly #limits = new Map<string, LoginLimit>();

  /** Returns how long the failures of other tenants delay a query with this login. */
  delayMs(login: string, nowMs: number): number {
    return Math.max(0, this.#failingUntilMs - nowMs, (this.#limits.get(login)?.untilMs ?? 0) - nowMs);
  }

  /**
   * Records the end of a query that started at `startedAtMs`. Returns true if it ends a delay, so that `held` is due. `random` is from 0 up
   * to, but not including, 1.
   */
  record(
    end: QueryEnd<Failure>,
    { login, tenant }: Pick<PollFlow<Failure>, 'login' | 'tenant'>,
    startedAtMs: number,
    nowMs: number,
    random: number,
  ): boolean {
    if (end.kind === 'answered' || end.scope === 'query') return this.#answered(end, login, startedAtMs);
    if (end.scope === 'login') return false;
    const retryAfterMs = end.retryAfterMs ?? 0;
    const untilMs = (failures: number): number => {
      const delayMs = withJitter(backoffDelayMs(failures, SHARED_BACKOFF), random) + retryAfterMs;
      return nowMs + Math.min(delayMs, MAX_SHARED_DELAY_MS);
    };
    if (end.scope === 'limit') {
      for (const [other, limit] of this.#limits) if (limit.untilMs <= nowMs) this.#limits.delete(other);
      this.#limits.set(login, { sinceMs: nowMs, untilMs: untilMs(1) });
      return false;
    }
    this.#failuresInRow += 1;
    this.#failedTenants.add(tenant);
    if (this.#failuresInRow >= FAILURES_UNTIL_BACKOFF && this.#failedTenants.size >= MIN_TENANTS) {
      this.#failingUntilMs = untilMs(this.#failuresInRow - FAILURES_UNTIL_BACKOFF + 1);
    }
    return false;
  }

  #answered(end: QueryEnd<Failure>, login: string, startedAtMs: number): boolean {
    const limit = this.#limits.get(login);
    // A query that started before the limit says nothing about it.
    const endsLimit = end.kind === 'answered' && limit !== undefined && startedAtMs >= limit.sinceMs;
    if (endsLimit) this.#limits.delete(login);
    const endsFailures = this.#failuresInRow > 0;
    this.#failuresInRow = 0;
    this.#failedTenants.clear();
    this.#failingUntilMs = 0;
    if (endsFailures) for (const flow of this.flows.values()) flow.endHostBackoff();
    return endsLimit || endsFailures;
  }
}
