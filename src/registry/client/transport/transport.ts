import type { Dispatcher } from 'undici';
import type { Redaction } from '../../../http/redaction.ts';
import type { RetryPolicy } from '../../../http/retries.ts';
import type { Clock } from '../../../runtime/clock.ts';

/** The limits for the duration of requests, in milliseconds. */
export interface RequestTimeouts {
  /** The longest time without a byte in either direction. */
  readonly idleMs: number;
  /** The idle timeout of the request that commits an upload: the registry verifies the whole blob before it answers. */
  readonly commitIdleMs: number;
  /** The longest time of a request, in addition to the time that its bytes need at the minimum rate. */
  readonly totalMs: number;
  /** The slowest accepted transfer, in bytes per second. */
  readonly minBytesPerSecond: number;
}

export const REQUEST_TIMEOUTS: RequestTimeouts = {
  idleMs: 60_000,
  commitIdleMs: 300_000,
  totalMs: 300_000,
  minBytesPerSecond: 16_384,
};

/** Sends the client's requests and times its retries. */
export interface Network {
  /** Sends requests: see `makeDispatcher`. */
  readonly dispatcher: Dispatcher;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Returns a number from 0 up to, but not including, 1: the jitter of retries. */
  readonly random: () => number;
}

/** The settings and state that all requests of one client share. */
export interface Transport {
  readonly network: Network;
  readonly timeouts: RequestTimeouts;
  readonly retryPolicy: RetryPolicy;
  readonly redaction: Redaction;
  /** Aborts all requests and delays. */
  readonly signal?: AbortSignal;
}
