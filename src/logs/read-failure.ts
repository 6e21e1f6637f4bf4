import { KubeError } from '../kube/kube-error.ts';

/** Whether the API server will not give a log however often it is asked. What a kubelet says may change. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof KubeError)) return true;
  switch (error.code) {
    case 'CONFIGURATION':
    case 'CREDENTIALS':
    case 'TLS':
    case 'UNAUTHORIZED':
    case 'FORBIDDEN':
      return true;
    case 'UNREACHABLE':
    case 'NETWORK':
    case 'TIMED_OUT':
    case 'BAD_ANSWER':
    case 'NOT_FOUND':
    case 'ALREADY_EXISTS':
    case 'CONFLICT':
    case 'GONE':
    case 'RATE_LIMITED':
    case 'INVALID':
    case 'UNAVAILABLE':
    case 'REFUSED':
      return false;
  }
}
