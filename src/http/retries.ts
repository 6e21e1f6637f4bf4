import pRetry, { AbortError } from 'p-retry';

/** How often and when work is done again. All times in milliseconds. */
export interface RetryPolicy {
  /** After the first attempt. */
  readonly retries: number;
  /** Before the first retry; each later wait is twice as long. */
  readonly firstWait: number;
  readonly longestWait: number;
  /** Of a `Retry-After` no more than this is honoured. */
  readonly longestRetryAfter: number;
}

export const RETRY_POLICY: RetryPolicy = {
  retries: 5,
  firstWait: 250,
  longestWait: 10_000,
  longestRetryAfter: 60_000,
};

export interface Retrying {
  readonly policy: RetryPolicy;
  readonly collaborators: {
    /** From 0 up to, but not including, 1. */
    readonly random: () => number;
    /** Waits so many milliseconds; rejects once the signal is aborted. */
    readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  };
  /** Whether the same may succeed later. */
  readonly isTransient: (error: unknown) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The wait after a failed attempt, counted from 1, in milliseconds. Between half of the doubled wait and all of it; where
 * the error has a `retryAfter`, that comes first, so that clients which were turned away together do not come back
 * together.
 */
export function waitAfter(attempt: number, error: unknown, policy: RetryPolicy, random: number): number {
  const doubled = Math.min(policy.firstWait * 2 ** (attempt - 1), policy.longestWait);
  return Math.min(askedFor(error), policy.longestRetryAfter) + Math.round(doubled * (0.5 + random / 2));
}

function askedFor(error: unknown): number {
  if (!(error instanceof Error) || !('retryAfter' in error)) return 0;
  return typeof error.retryAfter === 'number' ? error.retryAfter : 0;
}

/** Does the work, again while it fails with a transient error. Rejects with the last error, or the signal's reason. */
export async function withRetries<T>(retrying: Retrying, work: (attempt: number) => Promise<T>): Promise<T> {
  const { policy, collaborators, isTransient, signal } = retrying;
  return pRetry(work, {
    retries: policy.retries,
    // p-retry's own wait knows neither Retry-After nor our randomness.
    minTimeout: 0,
    maxTimeout: 0,
    shouldRetry: ({ error }) => isTransient(error),
    onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
      if (retriesLeft === 0 || !isTransient(error)) return;
      const wait = waitAfter(attemptNumber, error, policy, collaborators.random());
      await collaborators.sleep(wait, signal).catch((interruption: unknown) => {
        // Node's own timers reject with an error of theirs.
        signal?.throwIfAborted();
        throw interruption;
      });
    },
    ...(signal && { signal }),
  });
}

/** As `withRetries`, within work that has retries too: that is not repeated because of what was repeated here in vain. */
export async function withInnerRetries<T>(retrying: Retrying, work: (attempt: number) => Promise<T>): Promise<T> {
  try {
    return await withRetries(retrying, work);
  } catch (error) {
    throw error instanceof Error ? final(error) : error;
  }
}

/** An error that `withRetries` rejects with at once, as the error that it wraps. */
export function final(error: Error): Error {
  return new AbortError(error);
}
