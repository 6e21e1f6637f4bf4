import type { ServerResponse } from 'node:http';

/** A fault in one response. */
export type Fault =
  /** A response that replaces the registry's, such as 429 or 500. `retryAfter` is in seconds, or an HTTP date. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number | string }
  /** The connection is reset before there is an answer. */
  | { readonly kind: 'reset' }
  /** The request is passed on only after a while. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** The body ends after some bytes, and the connection with it. */
  | { readonly kind: 'truncated'; readonly bytes: number };

/** Selects the responses with a fault. */
export interface FaultRule {
  readonly fault: Fault;
  /** The HTTP method. Absent for all methods. */
  readonly method?: string;
  /** Matches path and query. Absent for all paths. */
  readonly path?: RegExp;
  /** The number of responses with the fault. The default is 1. */
  readonly times?: number;
}

/** True if a rule matches a request. */
export function concerns({ method, path }: FaultRule, request: { readonly method: string; readonly path: string }) {
  return (method === undefined || method === request.method) && (path === undefined || path.test(request.path));
}

/** Responds instead of the registry (OCI distribution specification, "Error Codes"). */
export function answerStatus(response: ServerResponse, fault: Fault & { readonly kind: 'status' }): void {
  const { status, retryAfter } = fault;
  const code = status === 429 ? 'TOOMANYREQUESTS' : 'UNKNOWN';
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }),
  });
  response.end(JSON.stringify({ errors: [{ code, message: 'a fault of the test' }] }));
}
