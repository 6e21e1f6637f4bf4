import type { Priority } from '../../../core/runtime/priority-queue.ts';

/** A request to an API server. */
export interface KubeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with its query. */
  readonly path: string;
  /** The body, a JSON text. */
  readonly body?: string;
  readonly contentType?: string;
  /** True if sending the request twice has the same effect as sending it once. */
  readonly isIdempotent: boolean;
  /** The operation for error messages, such as `get pods team/x`. */
  readonly subject: string;
}

/** Options of a call. */
export interface CallOptions {
  /** Aborts the call and its delays between attempts. */
  readonly signal?: AbortSignal;
  /** The priority among the calls that wait for their turn. Defaults to `normal`. */
  readonly priority?: Priority;
  /** The timeout of one attempt. Defaults to 30 seconds. */
  readonly timeoutMs?: number;
  /** The number of attempts after the first. Defaults to that of the retry policy. */
  readonly retries?: number;
  /** The longest response in bytes. A longer one rejects with `TOO_LARGE`. Unlimited by default. */
  readonly maxBytes?: number;
  /** Parses the body of a response, or rejects if it is invalid. Defaults to `JSON.parse`. */
  readonly parse?: (body: Buffer) => Promise<unknown>;
}

/** Options of a stream. */
export interface StreamOptions {
  readonly signal?: AbortSignal;
  /** The timeout until the response headers arrive. Defaults to 30 seconds. */
  readonly responseTimeoutMs?: number;
  /** The longest time between two bytes of the body. Unlimited by default. */
  readonly idleTimeoutMs?: number;
}
