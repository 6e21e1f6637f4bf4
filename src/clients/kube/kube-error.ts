import { boundedLine } from '../../core/model/bounded-messages.ts';

/** The machine-readable cause of a `KubeError`. */
export type KubeErrorCode =
  /** The kubeconfig, or a file or address in it, is invalid. */
  | 'CONFIGURATION'
  /** A token file, certificate file or exec plugin provides no credentials. */
  | 'CREDENTIALS'
  /** No connection: the request was not sent. */
  | 'UNREACHABLE'
  /** The connection broke. The API server may have processed the request. */
  | 'NETWORK'
  /** A timeout of the client expired, or the server answered 408. */
  | 'TIMED_OUT'
  /** The TLS handshake failed. */
  | 'TLS'
  /** The response is not a complete response of an API server. */
  | 'BAD_ANSWER'
  /** The response is longer than the caller reads. */
  | 'TOO_LARGE'
  /** 401. */
  | 'UNAUTHORIZED'
  /** 403. */
  | 'FORBIDDEN'
  /** 404. */
  | 'NOT_FOUND'
  /** 409 with the reason `AlreadyExists`. */
  | 'ALREADY_EXISTS'
  /** Any other 409: the object was changed, or a precondition failed. */
  | 'CONFLICT'
  /** 410: the resourceVersion or the continue token is too old. */
  | 'GONE'
  /** 422: the object is invalid. */
  | 'INVALID'
  /** Any other 4xx. */
  | 'REFUSED'
  /** 429. */
  | 'RATE_LIMITED'
  /** 5xx. */
  | 'UNAVAILABLE';

/** The longest message in UTF-16 characters. A denial by Pod Security has the most. */
const MAX_MESSAGE_LENGTH = 4_000;

/** A field that the API server rejects (`StatusCause` of the Kubernetes API conventions). */
export interface FieldCause {
  readonly field: string;
  readonly message: string;
}

export interface KubeErrorDetails {
  /** The HTTP status, if there was a response. */
  readonly status?: number;
  /** The `reason` of the Status, such as `NamespaceTerminating`. */
  readonly reason?: string;
  readonly causes?: readonly FieldCause[];
  /** The delay that the API server asks for. */
  readonly retryAfterMs?: number;
  /** The underlying error. Its text must never contain a secret. */
  readonly cause?: unknown;
}

/**
 * The only error that `src/clients/kube` rejects with, except for the reason of an aborted signal. The message is one message
 * for the user and starts with the operation.
 */
export class KubeError extends Error {
  override readonly name = 'KubeError';
  readonly code: KubeErrorCode;
  /** The operation, such as `get pods team/x`. */
  readonly subject: string;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly causes: readonly FieldCause[];
  readonly retryAfterMs: number | undefined;

  constructor(code: KubeErrorCode, subject: string, message: string, details: KubeErrorDetails = {}) {
    // Both can quote files and servers that someone else wrote.
    super(
      boundedLine(`${subject}: ${message}`, MAX_MESSAGE_LENGTH),
      details.cause === undefined ? {} : { cause: details.cause },
    );
    this.code = code;
    this.subject = subject;
    this.status = details.status;
    this.reason = details.reason;
    this.causes = details.causes ?? [];
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** True if the error is a `KubeError` with one of the codes. Without codes, true for every `KubeError`. */
export function isKubeError(error: unknown, ...codes: readonly KubeErrorCode[]): error is KubeError {
  return error instanceof KubeError && (codes.length === 0 || codes.includes(error.code));
}

/** Returns a handler of rejections that returns `undefined` for these codes and throws all other errors again. */
export function ignoreKubeErrors(
  ...codes: readonly [KubeErrorCode, ...KubeErrorCode[]]
): (error: unknown) => undefined {
  return (error) => {
    if (!isKubeError(error, ...codes)) throw error;
    return undefined;
  };
}
