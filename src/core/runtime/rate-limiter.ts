import { backoffDelayMs, type BackoffPolicy } from './backoff.ts';
import type { Clock } from './clock.ts';

/** A rate in the long run, and how many events may happen at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The limits for retries of failed keys. */
export interface RetryLimits {
  readonly perKey: BackoffPolicy;
  /** The limit for all keys together, so that keys that failed at once are not retried at once. */
  readonly overall: Rate;
}

/** As client-go (workqueue, DefaultControllerRateLimiter). */
const DEFAULT_LIMITS: RetryLimits = {
  perKey: { initialDelayMs: 5, maxDelayMs: 1_000_000 },
  overall: { perSecond: 10, burst: 100 },
};

/** Returns the default limits with this maximum delay per key. */
export function retryLimits(maxDelayMs = DEFAULT_LIMITS.perKey.maxDelayMs): RetryLimits {
  return { ...DEFAULT_LIMITS, perKey: { ...DEFAULT_LIMITS.perKey, maxDelayMs } };
}

/** Decides when a failed key is retried: after its own backoff, and not before the overall rate allows a retry. */
export class RateLimiter {
  readonly #perKey: BackoffPolicy;
  readonly #overall: TokenBucket;
  readonly #failures = new Map<string, number>();

  constructor(clock: Clock, limits: RetryLimits = DEFAULT_LIMITS) {
    this.#perKey = limits.perKey;
    this.#overall = new TokenBucket(clock, limits.overall);
  }

  /** Counts a failure of the key and returns the milliseconds until its retry. */
  delayMs(key: string): number {
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    return Math.max(backoffDelayMs(failures, this.#perKey), this.#overall.reserveMs());
  }

  /** Resets the failures of a key that succeeded or is not retried. */
  forget(key: string): void {
    this.#failures.delete(key);
  }
}

/** A token bucket that can lend future tokens (golang.org/x/time/rate, `Reserve`). */
export class TokenBucket {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #rate: Rate;
  /** A negative number counts the tokens that are lent. */
  #tokens: number;
  #filledAt: number;

  constructor(clock: Pick<Clock, 'elapsed'>, rate: Rate) {
    this.#clock = clock;
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#filledAt = clock.elapsed();
  }

  /** Takes a token if there is one. */
  tryTake(): boolean {
    this.#fill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes a token and returns the milliseconds until it may be used. */
  reserveMs(): number {
    const { perSecond } = this.#rate;
    this.#fill();
    this.#tokens -= 1;
    return Math.max(0, (-this.#tokens / perSecond) * 1000);
  }

  #fill(): void {
    const { perSecond, burst } = this.#rate;
    const now = this.#clock.elapsed();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond);
    this.#filledAt = now;
  }
}
