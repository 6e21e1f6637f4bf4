import { RegistryError, type RegistryErrorCode } from '../../../registry/client/registry-error.ts';
import { PrepareError, type FailureCode } from '../failure.ts';

/** What a purpose makes of a registry's answers. */
interface Purpose {
  readonly denied: FailureCode;
  readonly notFound: FailureCode;
  /** For everything that is wrong with the content. */
  readonly unusable: FailureCode;
}

/** A tag that cannot be written: a repository that is not there is one that may not be made. */
export function pushFailure(error: unknown, tag: string): unknown {
  const purpose: Purpose = { denied: 'PushDenied', notFound: 'PushDenied', unusable: 'PushDenied' };
  return registryFailure(error, purpose, `write access to ${tag} cannot be had`);
}

/** A run image that cannot be read. */
export function runImageFailure(error: unknown, image: string): unknown {
  const purpose: Purpose = { denied: 'RunImageDenied', notFound: 'RunImageNotFound', unusable: 'RunImageNotFound' };
  return registryFailure(error, purpose, `the run image ${image} cannot be read`);
}

/** A source image that cannot be read. */
export function sourceRegistryFailure(error: unknown): unknown {
  const purpose: Purpose = { denied: 'SourceDenied', notFound: 'SourceNotFound', unusable: 'BadArchive' };
  return registryFailure(error, purpose, 'the source image cannot be read');
}

/** The registry's error by purpose; anything else as it is. */
function registryFailure(error: unknown, purpose: Purpose, what: string): unknown {
  if (!(error instanceof RegistryError)) return error;
  return new PrepareError(codeOf(error.code, purpose), `${what}: ${error.message}`, error);
}

function codeOf(code: RegistryErrorCode, { denied, notFound, unusable }: Purpose): FailureCode {
  switch (code) {
    case 'UNAUTHORIZED':
    case 'DENIED':
      return denied;
    case 'NOT_FOUND':
      return notFound;
    case 'RATE_LIMITED':
    case 'UNAVAILABLE':
      return 'Unavailable';
    case 'NETWORK':
    case 'TIMED_OUT':
      return 'NetworkFailed';
    case 'TLS':
      return 'TlsFailed';
    case 'CREDENTIALS':
      return 'BadCredentials';
    case 'REFUSED':
    case 'DIGEST_MISMATCH':
    case 'SIZE_MISMATCH':
    case 'TOO_LARGE':
    case 'NO_PLATFORM':
    case 'UNSUPPORTED_MANIFEST':
    case 'BAD_ANSWER':
      return unusable;
  }
}
