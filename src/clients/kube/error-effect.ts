import { KubeError } from './kube-error.ts';

/** The effect that a failed call can have had. */
export type ErrorEffect =
  /** No effect: the request was not sent, or the API server rejected it before processing. */
  | 'none'
  /** Unknown: there is no response, or the API server reports an internal failure. */
  | 'unknown'
  /** The response is incomplete, or is not from an API server. */
  | 'invalid-response'
  /** Final: the same call would get the same response. */
  | 'final';

/** Returns the effect of a failed call. All retry decisions use this function. */
export function errorEffect({ code }: KubeError): ErrorEffect {
  switch (code) {
    case 'RATE_LIMITED':
    case 'UNREACHABLE':
      return 'none';
    case 'NETWORK':
    case 'TIMED_OUT':
    case 'UNAVAILABLE':
      return 'unknown';
    case 'BAD_ANSWER':
      return 'invalid-response';
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
    case 'TOO_LARGE':
      return 'final';
  }
}

/**
 * True if the same call can succeed later and is safe to repeat. A call without effect is always safe. Other calls are
 * safe only if they are idempotent.
 */
export function isRetryable(error: unknown, isIdempotent: boolean): boolean {
  if (!(error instanceof KubeError)) return false;
  switch (errorEffect(error)) {
    case 'none':
      return true;
    case 'unknown':
      return isIdempotent;
    case 'invalid-response':
      // Repeat a truncated response. A response from something other than an API server stays wrong.
      return isIdempotent && error.status === 200;
    case 'final':
      return false;
  }
}
