/**
 * What went wrong, for programs.
 * - `UNAUTHORIZED` 401, `DENIED` 403, `NOT_FOUND` 404, `RATE_LIMITED` 429, `UNAVAILABLE` 5xx, `REFUSED` any other 4xx;
 * - `DIGEST_MISMATCH`, `SIZE_MISMATCH`: content is not what was asked for, or what was sent did not arrive as such;
 * - `TOO_LARGE`: a document is longer than any that we read; `NO_PLATFORM`: an index has no image for the platform;
 * - `UNSUPPORTED_MANIFEST`: schema 1, or no manifest at all; `BAD_ANSWER`: an answer outside of the specification;
 * - `CREDENTIALS`: the credentials cannot be read; `NETWORK`, `TIMED_OUT`, `TLS`: there was no whole answer.
 */
export type RegistryErrorCode =
  | 'UNAUTHORIZED'
  | 'DENIED'
  | 'NOT_FOUND'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'REFUSED'
  | 'DIGEST_MISMATCH'
  | 'SIZE_MISMATCH'
  | 'TOO_LARGE'
  | 'NO_PLATFORM'
  | 'UNSUPPORTED_MANIFEST'
  | 'BAD_ANSWER'
  | 'CREDENTIALS'
  | 'NETWORK'
  | 'TIMED_OUT'
  | 'TLS';

/** What the registry itself says of an error (OCI distribution specification, "Error Codes"), without secrets. */
export interface Diagnostic {
  readonly code: string;
  readonly message: string;
}

/** What a request is about: what its errors name. */
export interface Subject {
  /** The registry that is asked, `host[:port]`: a mirror by its own name. */
  readonly registry: string;
  /** The image, blob or repository in full. */
  readonly image: string;
}

export interface RegistryErrorDetails {
  /** The HTTP status, where there was an answer. */
  readonly status?: number;
  readonly diagnostics?: readonly Diagnostic[];
  /** How long the registry wants us to wait, in milliseconds. */
  readonly retryAfter?: number;
  /** Never text of which a secret may be part. */
  readonly cause?: unknown;
}

/** The only error of the registry client but for the reason of an aborted signal. The message is one sentence for the user. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly code: RegistryErrorCode;
  readonly registry: string;
  readonly image: string;
  readonly status: number | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** In milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(code: RegistryErrorCode, subject: Subject, sentence: string, details: RegistryErrorDetails = {}) {
    super(`${subject.image}: ${sentence}`, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.registry = subject.registry;
    this.image = subject.image;
    this.status = details.status;
    this.diagnostics = details.diagnostics ?? [];
    this.retryAfter = details.retryAfter;
  }
}
