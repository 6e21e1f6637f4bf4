import { replaceError } from '../../http/retries.ts';

/**
 * The machine-readable cause of a `RegistryError`.
 *
 * - HTTP statuses: `UNAUTHORIZED` 401, `DENIED` 403, `NOT_FOUND` 404, `RATE_LIMITED` 429, `UNAVAILABLE` 5xx,
 *   `TIMED_OUT` 408, `REFUSED` any other 4xx.
 * - No complete response: `NETWORK` (no connection, or a broken one), `TIMED_OUT`, `TLS`.
 * - Wrong content: `DIGEST_MISMATCH` and `SIZE_MISMATCH` for received content, `DIGEST_MISMATCH` also if the registry
 *   rejects sent content; `TOO_LARGE` for a document above 2 MiB.
 * - Unusable content: `UNSUPPORTED_MANIFEST` (schema 1, an unknown type, or an index instead of an image),
 *   `NO_PLATFORM` (an index without an image for the platform).
 * - `BAD_ANSWER`: a response that violates the specification, or a redirect or challenge that is not safe to follow.
 * - `ADDRESS_REFUSED`: a host has no address that the client may connect to. No request was sent to it.
 * - `CREDENTIALS`: a docker config, a Secret or a credential helper cannot be read. No request was sent.
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
  | 'ADDRESS_REFUSED'
  | 'NETWORK'
  | 'TIMED_OUT'
  | 'TLS';

/** An error that the registry reports (OCI distribution specification, "Error Codes"), with secrets masked. */
export interface Diagnostic {
  readonly code: string;
  readonly message: string;
}

/** The object of a request, for error messages. */
export interface Subject {
  /** The registry that receives the request, `host[:port]`. For a mirror, the mirror's own host. */
  readonly registry: string;
  /** The full name of the image, blob or repository. */
  readonly image: string;
}

export interface RegistryErrorDetails {
  /** The HTTP status, if there was a response. */
  readonly status?: number;
  readonly diagnostics?: readonly Diagnostic[];
  /** The delay that the registry asks for with `Retry-After`. */
  readonly retryAfterMs?: number;
  /** The host that sent the failed response, or no response. It can be a token server, or the target of a redirect. */
  readonly server?: string;
  /** The underlying error. Its text must never contain a secret. */
  readonly cause?: unknown;
}

/**
 * The only error that the registry client rejects with, except for the reason of an aborted signal. The message is one
 * message for the user and starts with the image's name.
 */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly code: RegistryErrorCode;
  readonly registry: string;
  readonly image: string;
  readonly status: number | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly retryAfterMs: number | undefined;
  readonly server: string | undefined;
  /** The message without the image's name. */
  readonly #reason: string;

  constructor(code: RegistryErrorCode, subject: Subject, message: string, details: RegistryErrorDetails = {}) {
    super(`${subject.image}: ${message}`, details.cause === undefined ? {} : { cause: details.cause });
    this.#reason = message;
    this.code = code;
    this.registry = subject.registry;
    this.image = subject.image;
    this.status = details.status;
    this.diagnostics = details.diagnostics ?? [];
    this.retryAfterMs = details.retryAfterMs;
    this.server = details.server;
  }

  /** Returns the same error about another image, for requests that share the response to one of them. */
  about(subject: Subject): RegistryError {
    const { code, status, diagnostics, retryAfterMs, server, cause } = this;
    return new RegistryError(code, { ...subject, registry: this.registry }, this.#reason, {
      diagnostics,
      cause,
      ...(status !== undefined && { status }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(server !== undefined && { server }),
    });
  }
}

/** Waits for a response that several requests share, and names the image of this request in its error. */
export async function sharedBy<T>(subject: Subject, response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    throw replaceError(error, (own) => (own instanceof RegistryError ? own.about(subject) : own));
  }
}
