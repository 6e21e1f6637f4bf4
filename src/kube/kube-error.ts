/** What can go wrong between us and an API server. */
export type KubeErrorCode =
  /** The kubeconfig, or what it names, cannot be used. */
  | 'CONFIGURATION'
  /** A token file or an exec plugin gives no credentials. */
  | 'CREDENTIALS'
  /** There was no connection: the request was never sent. */
  | 'UNREACHABLE'
  /** The connection broke: the server may have done what it was asked for. */
  | 'NETWORK'
  | 'TIMED_OUT'
  | 'TLS'
  | 'BAD_ANSWER'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  /** Somebody else changed the object, or it is not the one that the preconditions name. */
  | 'CONFLICT'
  /** The version, or the rest of the list, that is asked for is too old. */
  | 'GONE'
  | 'INVALID'
  | 'REFUSED'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE';

/** One field that the server complains about (`StatusCause` of the API conventions). */
export interface FieldCause {
  readonly field: string;
  readonly message: string;
}

export interface KubeErrorDetails {
  /** The HTTP status, where there was an answer. */
  readonly status?: number;
  /** The server's own word, such as `NamespaceTerminating` or `FieldManagerConflict`. */
  readonly reason?: string;
  readonly causes?: readonly FieldCause[];
  /** How long the server wants us to wait, in milliseconds. */
  readonly retryAfter?: number;
  /** Never text of which a secret may be part. */
  readonly cause?: unknown;
}

/** The only error of `src/kube` but for the reason of an aborted signal. The message is one sentence for the user. */
export class KubeError extends Error {
  override readonly name = 'KubeError';
  readonly code: KubeErrorCode;
  /** What was being done: `get pods team/x`. */
  readonly subject: string;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly causes: readonly FieldCause[];
  /** In milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(code: KubeErrorCode, subject: string, sentence: string, details: KubeErrorDetails = {}) {
    super(`${subject}: ${sentence}`, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.subject = subject;
    this.status = details.status;
    this.reason = details.reason;
    this.causes = details.causes ?? [];
    this.retryAfter = details.retryAfter;
  }
}

/** Whether an error says that one of these went wrong. */
export function isKubeError(error: unknown, ...codes: readonly KubeErrorCode[]): error is KubeError {
  return error instanceof KubeError && (codes.length === 0 || codes.includes(error.code));
}
