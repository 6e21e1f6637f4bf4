import type { PrepareFailure } from '../model/step-failures/prepare-failures.ts';
import { RegistryError } from '../registry/client/registry-error.ts';
import { sourceRegistryFailure } from '../steps/registry-failure.ts';
import { PrepareError } from '../steps/step-error.ts';

/** Reports why a server returned no version. The reasons are those of prepare, and the message has no credential. */
export class VersionError extends Error {
  override readonly name = 'VersionError';
  readonly reason: PrepareFailure;
  /** The delay that the server asks for with `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: PrepareFailure, message: string, cause: unknown, retryAfterMs?: number) {
    super(message, { cause });
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** True if the server as a whole does not answer, whatever the source and the credentials. */
export function isOfServer({ reason }: Pick<VersionError, 'reason'>): boolean {
  return reason === 'NetworkFailed' || reason === 'ServerUnavailable' || reason === 'TlsFailed';
}

/** Converts an error of the code that prepare shares, or of a registry; returns any other error unchanged. */
export function asVersionError(error: unknown, retryAfterMs?: number): unknown {
  const failure = sourceRegistryFailure(error);
  if (!(failure instanceof PrepareError)) return error;
  const delayMs = error instanceof RegistryError ? error.retryAfterMs : retryAfterMs;
  return new VersionError(failure.code, failure.message, error, delayMs);
}
