import pRetry from 'p-retry';
import type { Collaborators } from '../collaborators.ts';
import { KubeError } from '../kube-error.ts';

/** How often and when a call is made again. All times in milliseconds. */
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

/**
 * Whether the same call may succeed later, and may be made. A call that was refused before it was looked at (429), or
 * never sent, can be made again whatever it does; after all else only one that does no more the second time.
 */
export function mayBeRepeated(error: unknown, isIdempotent: boolean): boolean {
  if (!(error instanceof KubeError)) return false;
  switch (error.code) {
    case 'RATE_LIMITED':
    case 'UNREACHABLE':
      return true;
    case 'NETWORK':
    case 'TIMED_OUT':
    case 'UNAVAILABLE':
      return isIdempotent;
    case 'BAD_ANSWER':
      // An answer that ends early; one that is no API server's will not become one.
      return isIdempotent && error.status === 200;
    case 'CONFIGURATION':
    case 'CREDENTIALS':
    case 'TLS':
    case 'UNAUTHORIZED':
    case 'FORBIDDEN':
    case 'NOT_FOUND':
    case 'ALREADY_EXISTS':
    case 'CONFLICT':
    case 'GONE':
    case 'INVALID':
    case 'REFUSED':
      return false;
  }
}

/**
 * The wait after a failed attempt, counted from 1. Between half of the doubled wait and all of it; where the server asks
 * for a wait, that comes first, so that clients which it turned away together do not come back together.
 */
export function waitAfter(attempt: number, error: unknown, policy: RetryPolicy, random: number): number {
  const doubled = Math.min(policy.firstWait * 2 ** (attempt - 1), policy.longestWait);
  const asked = error instanceof KubeError ? (error.retryAfter ?? 0) : 0;
  return Math.min(asked, policy.longestRetryAfter) + Math.round(doubled * (0.5 + random / 2));
}

export interface Retrying {
  readonly policy: RetryPolicy;
  readonly collaborators: Pick<Collaborators, 'random' | 'sleep'>;
  readonly isIdempotent: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Makes a call, again while it may be repeated. Rejects with the last error, or the signal's reason. */
export async function withRetries<T>(retrying: Retrying, call: () => Promise<T>): Promise<T> {
  const { policy, collaborators, isIdempotent, signal } = retrying;
  return pRetry(call, {
    retries: policy.retries,
    // p-retry's own wait knows neither Retry-After nor our randomness.
    minTimeout: 0,
    maxTimeout: 0,
    shouldRetry: ({ error }) => mayBeRepeated(error, isIdempotent),
    onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
      if (retriesLeft === 0 || !mayBeRepeated(error, isIdempotent)) return;
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
