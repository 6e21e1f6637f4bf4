/** One call to an API server. */
export interface KubeRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query, from the server's root on. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  readonly contentType?: string;
  /** Whether a second time does no more than the first. */
  readonly isIdempotent: boolean;
  /** What its errors name: `get pods team/x`. */
  readonly subject: string;
}

/** How one call is made. */
export interface CallOptions {
  /** Ends the call, and the waits between its attempts. */
  readonly signal?: AbortSignal;
  /** For one attempt, in milliseconds. */
  readonly timeout?: number;
  /** After the first attempt. */
  readonly retries?: number;
}

/** How a stream is read. */
export interface StreamOptions {
  readonly signal?: AbortSignal;
  /** Until the answer begins, in milliseconds. */
  readonly timeout?: number;
  /** Without a byte, once it has begun; as long as it takes where not told. */
  readonly idle?: number;
}
