import type { KubeError } from './kube-error.ts';

/** What a call that failed may have done. */
export type ErrorEffect =
  /** Nothing: it was never sent, or turned away before it was looked at. */
  | 'none'
  /** Perhaps what it was for: there is no answer, or the server's is that it failed. */
  | 'unknown'
  /** An answer came, of which there is too little, or which is no API server's. */
  | 'half-answered'
  /** What the answer says; the same call gets the same one. */
  | 'answered';

/** The one place that tells the codes apart for those who may try again. */
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
      return 'half-answered';
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
      return 'answered';
  }
}
