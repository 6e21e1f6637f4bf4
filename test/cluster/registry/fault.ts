import type { ServerResponse } from 'node:http';

/** What goes wrong with one answer. */
export type Fault =
  /** An answer that is not the registry's, as 429 or 500; `retryAfter` in seconds, or an HTTP date. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number | string }
  /** The connection is reset before there is an answer. */
  | { readonly kind: 'reset' }
  /** The request is passed on only after a while. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** The body ends after some bytes, and the connection with it. */
  | { readonly kind: 'truncated'; readonly bytes: number };

/** Which answers a fault is for. */
export interface FaultRule {
  readonly fault: Fault;
  /** Of any method where not told. */
  readonly method?: string;
  /** Matched against path and query; any where not told. */
  readonly path?: RegExp;
  /** How many answers before everything passes: one where not told. */
  readonly times?: number;
}

/** Whether a rule is for a request. */
export function concerns({ method, path }: FaultRule, request: { readonly method: string; readonly path: string }) {
  return (method === undefined || method === request.method) && (path === undefined || path.test(request.path));
}

/** Answers in the registry's stead (OCI distribution specification, "Error Codes"). */
export function answerStatus(response: ServerResponse, fault: Fault & { readonly kind: 'status' }): void {
  const { status, retryAfter } = fault;
  const code = status === 429 ? 'TOOMANYREQUESTS' : 'UNKNOWN';
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }),
  });
  response.end(JSON.stringify({ errors: [{ code, message: 'a fault of the test' }] }));
}
