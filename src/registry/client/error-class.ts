import type { RegistryErrorCode } from './registry-error.ts';

/** What an error of a registry comes to for those who asked: who has to act, and whether the same may succeed later. */
export type ErrorClass = 'denied' | 'not-found' | 'unavailable' | 'unreachable' | 'tls' | 'credentials' | 'unusable';

const CLASSES: Readonly<Record<RegistryErrorCode, ErrorClass>> = {
  UNAUTHORIZED: 'denied',
  DENIED: 'denied',
  NOT_FOUND: 'not-found',
  RATE_LIMITED: 'unavailable',
  UNAVAILABLE: 'unavailable',
  NETWORK: 'unreachable',
  TIMED_OUT: 'unreachable',
  TLS: 'tls',
  CREDENTIALS: 'credentials',
  REFUSED: 'unusable',
  DIGEST_MISMATCH: 'unusable',
  SIZE_MISMATCH: 'unusable',
  TOO_LARGE: 'unusable',
  NO_PLATFORM: 'unusable',
  UNSUPPORTED_MANIFEST: 'unusable',
  BAD_ANSWER: 'unusable',
};

/** The class of a code. */
export function errorClass(code: RegistryErrorCode): ErrorClass {
  return CLASSES[code];
}
