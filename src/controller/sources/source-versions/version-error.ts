import type { PrepareFailure } from '../../../core/model/step-failures/prepare-failures.ts';
import type { FailureScope } from '../../../core/model/failure-scope.ts';
import { errorClass } from '../../../clients/registry/client/error-class.ts';
import { RegistryError } from '../../../clients/registry/client/registry-error.ts';
import { sourceRegistryFailure } from '../../../steps/registry-failure.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';

export interface VersionErrorDetails {
  /** The queries that the failure concerns; `query` by default. */
  readonly scope?: FailureScope;
  /** The delay that the server asks for with `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
}

/** Reports why a server returned no version. The reasons are those of prepare, and the message has no credential. */
export class VersionError extends Error {
  override readonly name = 'VersionError';
  readonly reason: PrepareFailure;
  readonly scope: FailureScope;
  readonly retryAfterMs: number | undefined;

  constructor(reason: PrepareFailure, message: string, cause: unknown, details: VersionErrorDetails = {}) {
    super(message, { cause });
    this.reason = reason;
    this.scope = details.scope ?? 'query';
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** True if the same query can succeed later. */
export function isTemporary({ reason }: Pick<VersionError, 'reason'>): boolean {
  return reason === 'NetworkFailed' || reason === 'ServerUnavailable' || reason === 'TlsFailed';
}

/** Converts an error of a registry, or one of the code that prepare shares; returns any other error unchanged. */
export function asVersionError(error: unknown, { scope = 'query', retryAfterMs }: VersionErrorDetails = {}): unknown {
  const failure = sourceRegistryFailure(error);
  if (!(failure instanceof PrepareError)) return error;
  const details = error instanceof RegistryError ? registryDetails(error) : { scope, retryAfterMs };
  return new VersionError(failure.code, failure.message, error, details);
}

function registryDetails(error: RegistryError): VersionErrorDetails {
  return { scope: scopeOf(error), retryAfterMs: error.retryAfterMs };
}

/** A registry can refer to another server, of its user's choice: a mirror, a storage service or a token server. */
function scopeOf({ code, registry, server, status }: RegistryError): FailureScope {
  const kind = errorClass(code);
  if (kind !== 'unavailable' && kind !== 'no-response' && kind !== 'tls') return 'query';
  // The response has begun, and ends too early.
  if (server === undefined) return 'login';
  if (server !== registry) return 'query';
  return status === 429 ? 'limit' : 'host';
}
