import type { PrepareFailure } from '../../../core/model/step-failures/prepare-failures.ts';
import type { FailureScope } from '../../../core/model/failure-scope.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';

/** The causes that prepare has too, so that a resolver and a Build name the same cause in the same word. */
type SharedReason = Extract<
  PrepareFailure,
  | 'AddressRefused'
  | 'CredentialsInvalid'
  | 'HostKeyUnknown'
  | 'NetworkFailed'
  | 'RepositoryBroken'
  | 'ServerUnavailable'
  | 'SourceDenied'
  | 'SourceNotFound'
  | 'SourceUnsupported'
  | 'TlsFailed'
>;

/**
 * Why a git server did not list its references. `InvalidResponse` is an answer that is cut, too long or not git's protocol.
 * `GitFailed` is a failure of the git program for another reason.
 */
export type GitFailureReason = SharedReason | 'InvalidResponse' | 'GitFailed';

interface GitErrorDetails {
  readonly cause?: unknown;
  readonly retryAfterMs?: number | undefined;
  /** The queries that the failure concerns. Only the server that the user named can fail as a `host`. Defaults to `query`. */
  readonly scope?: FailureScope;
}

/** The only error of a query to a git server, except for the reason of an aborted signal. The message has no credential. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly reason: GitFailureReason;
  /** The delay that the server asks for with `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  readonly scope: FailureScope;

  constructor(reason: GitFailureReason, message: string, details: GitErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.reason = reason;
    this.retryAfterMs = details.retryAfterMs;
    this.scope = details.scope ?? 'query';
  }
}

/** The list of references is longer than is read, because too many references begin with these names. */
export class CrowdedNamesError extends GitError {
  readonly names: readonly string[];

  constructor(names: readonly string[], cause: GitError) {
    super(cause.reason, cause.message, { cause });
    this.names = names;
  }
}

/** True if the same query can succeed later. */
export function isTemporary({ reason }: Pick<GitError, 'reason'>): boolean {
  return reason === 'NetworkFailed' || reason === 'ServerUnavailable' || reason === 'TlsFailed';
}

const SHARED_REASONS: readonly string[] = [
  'AddressRefused',
  'CredentialsInvalid',
  'HostKeyUnknown',
  'NetworkFailed',
  'RepositoryBroken',
  'ServerUnavailable',
  'SourceDenied',
  'SourceNotFound',
  'SourceUnsupported',
  'TlsFailed',
] satisfies readonly SharedReason[];

/** Converts an error of the code that prepare shares; returns any other error unchanged. */
export function asGitError(error: unknown, scope: FailureScope = 'query'): unknown {
  if (!(error instanceof PrepareError)) return error;
  const { code, message } = error;
  return new GitError(isShared(code) ? code : 'GitFailed', message, { cause: error, scope });
}

function isShared(code: string): code is SharedReason {
  return SHARED_REASONS.includes(code);
}
