import { delayAfter, type Backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import { TokenBucket, type Rate } from './token-bucket.ts';

/** How fast what failed is tried again. */
export interface RetryLimits {
  readonly perKey: Backoff;
  /** For all keys together, so that a thousand that fail at once do not come back at once. */
  readonly overall: Rate;
}

/** client-go's own (workqueue, DefaultControllerRateLimiter). */
const DEFAULT_LIMITS: RetryLimits = {
  perKey: { first: 5, longest: 1_000_000 },
  overall: { perSecond: 10, burst: 100 },
};

/** The usual limits, with another longest delay, in milliseconds. */
export function retryLimits(longest = DEFAULT_LIMITS.perKey.longest): RetryLimits {
  return { ...DEFAULT_LIMITS, perKey: { ...DEFAULT_LIMITS.perKey, longest } };
}

/** Decides when a key that failed is tried again: the later of what its own failures and the overall rate allow. */
export class RateLimiter {
  readonly #perKey: Backoff;
  readonly #overall: TokenBucket;
  readonly #failures = new Map<string, number>();

  constructor(clock: Clock, limits: RetryLimits = DEFAULT_LIMITS) {
    this.#perKey = limits.perKey;
    this.#overall = new TokenBucket(clock, limits.overall);
  }

  /** Counts a failure of the key, and says how many milliseconds from now it may be tried again. */
  delay(key: string): number {
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    return Math.max(delayAfter(failures, this.#perKey), this.#overall.reserve());
  }

  /** Forgets the key's failures: it has succeeded, or is given up. */
  forget(key: string): void {
    this.#failures.delete(key);
  }
}
