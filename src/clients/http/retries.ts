import pRetry, { AbortError } from 'p-retry';
import { backoffDelayMs, withJitter, type BackoffPolicy } from '../../core/runtime/backoff.ts';
import type { Clock } from '../../core/runtime/clock.ts';

/** The number of retries of failed work, and the delays before them. */
export interface RetryPolicy extends BackoffPolicy {
  /** The number of attempts after the first. */
  readonly retries: number;
  /** A longer `Retry-After` is shortened to this. */
  readonly maxRetryAfterMs: number;
}

export const RETRY_POLICY: RetryPolicy = {
  retries: 5,
  initialDelayMs: 250,
  maxDelayMs: 10_000,
  maxRetryAfterMs: 60_000,
};

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Returns a number from 0 up to, but not including, 1: the jitter. */
  readonly random: () => number;
  /** True if the same work can succeed later. */
  readonly isTransient: (error: unknown) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs the work and repeats it while it rejects with a transient error. Rejects with the last error, or with the reason
 * of the aborted signal.
 */
export async function withRetries<T>(options: RetryOptions, work: (attempt: number) => Promise<T>): Promise<T> {
  const { policy, clock, random, isTransient, signal } = options;
  return pRetry(work, {
    retries: policy.retries,
    // p-retry's own delay ignores `Retry-After` and the injected randomness.
    minTimeout: 0,
    maxTimeout: 0,
    shouldRetry: ({ error }) => isTransient(error),
    onFailedAttempt: async ({ error, attemptNumber, retriesLeft }) => {
      if (retriesLeft === 0 || !isTransient(error)) return;
      const delayMs = retryDelayMs(attemptNumber, error, policy, random());
      await clock.sleep(delayMs, signal).catch((interruption: unknown) => {
        // Node's timers reject with an `AbortError`; the caller expects the signal's reason.
        signal?.throwIfAborted();
        throw interruption;
      });
    },
    ...(signal && { signal }),
  });
}

/**
 * Like `withRetries`, for use inside other retried work. The outer retries do not repeat an error that was already
 * retried here.
 */
export async function withInnerRetries<T>(options: RetryOptions, work: (attempt: number) => Promise<T>): Promise<T> {
  try {
    return await withRetries(options, work);
  } catch (error) {
    throw error instanceof Error ? nonRetryable(error) : error;
  }
}

/** Wraps an error so that `withRetries` does not retry, and rejects with the wrapped error at once. */
export function nonRetryable(error: Error): Error {
  return new AbortError(error);
}

/** Replaces an error, and keeps it non-retryable if `nonRetryable` wrapped it. */
export function replaceError(error: unknown, replacement: (error: Error) => Error): unknown {
  if (error instanceof AbortError) return nonRetryable(replacement(error.originalError));
  return error instanceof Error ? replacement(error) : error;
}

/**
 * Returns the delay of a `Retry-After` header in milliseconds (RFC 9110 section 10.2.3): a number of seconds, or an
 * HTTP date compared with `now` in milliseconds since 1970. Returns `undefined` for any other value.
 */
export function parseRetryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // `Date.parse` accepts many texts that are not HTTP dates, such as `1.5`.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Returns the delay after a failed attempt, in milliseconds. Attempts are counted from 1. The error's `retryAfterMs` is
 * added to the jittered backoff, so that clients that a server turned away together do not return together.
 */
export function retryDelayMs(attempt: number, error: unknown, policy: RetryPolicy, random: number): number {
  const delayMs = Math.round(withJitter(backoffDelayMs(attempt, policy), random));
  return Math.min(retryAfterMsOf(error), policy.maxRetryAfterMs) + delayMs;
}

function retryAfterMsOf(error: unknown): number {
  if (!(error instanceof Error) || !('retryAfterMs' in error)) return 0;
  return typeof error.retryAfterMs === 'number' ? error.retryAfterMs : 0;
}
