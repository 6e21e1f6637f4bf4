import { KubeError } from '../../kube/kube-error.ts';

/** Whether what failed may succeed if it is tried again soon: the one place that decides it for all controllers. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof KubeError)) return true;
  switch (error.code) {
    case 'UNREACHABLE':
    case 'NETWORK':
    case 'TIMED_OUT':
    case 'TLS':
    case 'BAD_ANSWER':
    case 'CREDENTIALS':
    case 'UNAUTHORIZED':
    case 'FORBIDDEN':
    case 'NOT_FOUND':
    case 'ALREADY_EXISTS':
    case 'CONFLICT':
    case 'GONE':
    case 'RATE_LIMITED':
    case 'UNAVAILABLE':
    case 'REFUSED':
      return true;
    case 'CONFIGURATION':
    case 'INVALID':
      return false;
  }
}
