import type { RegistryErrorCode } from './registry-error.ts';

/**
 * The groups of registry errors.
 * - `denied`: the account may not; `not-found`: the image or repository does not exist; `rejected`: any other 4xx;
 * - `unavailable`: the registry fails or limits its clients; `no-response`: no complete response; `tls`: TLS fails;
 * - `invalid-response`: the response violates the specification or its digest is wrong, so the next one can be right;
 * - `refused-address`: the client does not connect to the address of a host;
 * - `credentials`: the client's credentials cannot be read; `unusable`: the image itself cannot be used.
 */
export type RegistryErrorClass =
  | 'denied'
  | 'not-found'
  | 'rejected'
  | 'unavailable'
  | 'no-response'
  | 'tls'
  | 'invalid-response'
  | 'credentials'
  | 'refused-address'
  | 'unusable';

/** Returns the class of an error code. Everything that treats codes differently derives it from this class. */
export function errorClass(code: RegistryErrorCode): RegistryErrorClass {
  switch (code) {
    case 'UNAUTHORIZED':
    case 'DENIED':
      return 'denied';
    case 'NOT_FOUND':
      return 'not-found';
    case 'REFUSED':
      return 'rejected';
    case 'RATE_LIMITED':
    case 'UNAVAILABLE':
      return 'unavailable';
    case 'NETWORK':
    case 'TIMED_OUT':
      return 'no-response';
    case 'TLS':
      return 'tls';
    case 'BAD_ANSWER':
    case 'DIGEST_MISMATCH':
    case 'SIZE_MISMATCH':
      return 'invalid-response';
    case 'ADDRESS_REFUSED':
      return 'refused-address';
    case 'CREDENTIALS':
      return 'credentials';
    case 'TOO_LARGE':
    case 'NO_PLATFORM':
    case 'UNSUPPORTED_MANIFEST':
      return 'unusable';
  }
}
