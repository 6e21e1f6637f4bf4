import type { Retrying } from '../../http/retries.ts';
import { RegistryError } from './registry-error.ts';
import type { Wire } from './wire.ts';

/** How the requests of a client are repeated. */
export function retrying({ policy, collaborators, signal }: Wire): Retrying {
  return { policy, collaborators, isTransient, signal };
}

/** Whether the same request may succeed later: 408, 429, 5xx, and no whole answer. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof RegistryError)) return false;
  switch (error.code) {
    case 'RATE_LIMITED':
    case 'UNAVAILABLE':
    case 'NETWORK':
    case 'TIMED_OUT':
      return true;
    case 'UNAUTHORIZED':
    case 'DENIED':
    case 'NOT_FOUND':
    case 'REFUSED':
    case 'DIGEST_MISMATCH':
    case 'SIZE_MISMATCH':
    case 'TOO_LARGE':
    case 'NO_PLATFORM':
    case 'UNSUPPORTED_MANIFEST':
    case 'BAD_ANSWER':
    case 'CREDENTIALS':
    case 'TLS':
      return false;
  }
}
