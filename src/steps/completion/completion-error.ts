import type { RegistryErrorCode } from '../../registry/client/registry-error.ts';

/** By which code completion exits. What prepare fails with too has the same code there. */
export const EXIT_CODES = {
  Unexpected: 1,
  /** The command line, or what the Build is told. */
  BadInputs: 2,
  /** The registry's credentials, which prepare has written. */
  BadCredentials: 10,
  TlsFailed: 30,
  NetworkFailed: 31,
  Unavailable: 32,
  /** The phase before has reported no image. */
  BadReport: 40,
  /** A signing key cannot be read or decrypted. */
  BadSigningKey: 41,
  /** The account may not write signatures. */
  SignatureDenied: 42,
  /** The registry does not take or give signatures, or has something else in their place. */
  SignatureRefused: 43,
  /** What was made cannot be reported. */
  NotReported: 44,
} as const;

export type CompletionErrorCode = keyof typeof EXIT_CODES;

/** The only error that completion means to end with. Its message is one sentence for the user. */
export class CompletionError extends Error {
  override readonly name = 'CompletionError';
  readonly code: CompletionErrorCode;

  constructor(code: CompletionErrorCode, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/** What it means for completion that a registry does not give or take a signature. */
export function signatureErrorCode(code: RegistryErrorCode): CompletionErrorCode {
  switch (code) {
    case 'UNAUTHORIZED':
    case 'DENIED':
      return 'SignatureDenied';
    case 'CREDENTIALS':
      return 'BadCredentials';
    case 'TLS':
      return 'TlsFailed';
    case 'NETWORK':
    case 'TIMED_OUT':
      return 'NetworkFailed';
    case 'UNAVAILABLE':
    case 'RATE_LIMITED':
      return 'Unavailable';
    case 'NOT_FOUND':
    case 'REFUSED':
    case 'DIGEST_MISMATCH':
    case 'SIZE_MISMATCH':
    case 'TOO_LARGE':
    case 'NO_PLATFORM':
    case 'UNSUPPORTED_MANIFEST':
    case 'BAD_ANSWER':
      return 'SignatureRefused';
  }
}
