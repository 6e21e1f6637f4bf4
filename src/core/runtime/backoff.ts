/** An exponential backoff: each delay is twice the one before, up to a maximum. */
export interface BackoffPolicy {
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
}

/** Returns how long to wait after this many failures in a row, in milliseconds. */
export function backoffDelayMs(failures: number, { initialDelayMs, maxDelayMs }: BackoffPolicy): number {
  return failures < 1 ? 0 : Math.min(initialDelayMs * 2 ** (failures - 1), maxDelayMs);
}

/**
 * Returns between half of the delay and all of it, so that clients that failed together do not retry together.
 * `random` is from 0 up to, but not including, 1.
 */
export function withJitter(delayMs: number, random: number): number {
  return delayMs * (0.5 + random / 2);
}

/** Returns the interval, up to a tenth shorter or longer, so that checks that began together drift apart. */
export function spread(intervalMs: number, random: number): number {
  return intervalMs * (0.9 + 0.2 * random);
}

/** Counts failures in a row and returns the delay after each. */
export interface Backoff {
  /** Counts a failure and returns the jittered delay before the next attempt, in milliseconds. */
  readonly next: () => number;
  /** Starts over with the first delay, after a success. */
  readonly reset: () => void;
}

/** Creates a backoff for a loop that never gives up. */
export function makeBackoff(policy: BackoffPolicy, random: () => number): Backoff {
  let failures = 0;
  return {
    next: () => {
      failures += 1;
      return withJitter(backoffDelayMs(failures, policy), random());
    },
    reset: () => {
      failures = 0;
    },
  };
}
