import pRetry, { AbortError } from 'p-retry';
import type { Collaborators } from './collaborators.ts';
import { RegistryError } from './registry-error.ts';

/** How often and when a request is sent again. All times in milliseconds. */
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
  readonly collaborators: Pick<Collaborators, 'random' | 'sleep'>;
  readonly signal?: AbortSignal;
}

/** Whether the same request may succeed later: 408, 429, 5xx, and no whole answer. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof RegistryError)) return false;
  switch (error.code) {
    case 'RATE_LIMITED':
    case 'UNAVAILABLE':
    case 'NETWORK':
    case 'TIMED_OUT':
      return true;
    case 'UNAUTHORIZED':
    case 'DENIED':
    case 'NOT_FOUND':
    case 'REFUSED':
    case 'DIGEST_MISMATCH':
    case 'SIZE_MISMATCH':
    case 'TOO_LARGE':
    case 'NO_PLATFORM':
    case 'UNSUPPORTED_MANIFEST':
    case 'BAD_ANSWER':
    case 'CREDENTIALS':
    case 'TLS':
      return false;
  }
}

/**
 * The wait after a failed attempt, counted from 1, in milliseconds. Between half of the doubled wait and all of it, so
 * that clients which failed together do not come back together; never less than the registry asks for.
 */
export function waitAfter(attempt: number, error: unknown, policy: RetryPolicy, random: number): number {
  const doubled = Math.min(policy.firstWait * 2 ** (attempt - 1), policy.longestWait);
  const asked = error instanceof RegistryError ? (error.retryAfter ?? 0) : 0;
  return Math.max(Math.round(doubled * (0.5 + random / 2)), Math.min(asked, policy.longestRetryAfter));
}

/** Does the work, again while it fails with a transient error. Rejects with the last error, or the signal's reason. */
export async function withRetries<T>(retrying: Retrying, work: (attempt: number) => Promise<T>): Promise<T> {
  const { policy, collaborators, signal } = retrying;
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
