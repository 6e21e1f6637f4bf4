import type { PrepareFailure } from '../core/model/step-failures/prepare-failures.ts';
import type { FailureOfBoth, StepFailureName } from '../core/model/step-failures/step-failures.ts';
import { errorClass } from '../clients/registry/client/error-class.ts';
import { RegistryError, type RegistryErrorCode } from '../clients/registry/client/registry-error.ts';
import { PrepareError } from '../core/model/step-failures/step-error.ts';

/** Converts a registry's error for a tag that cannot be pushed. A missing repository means that the account may not create it. */
export function pushFailure(error: unknown, tag: string): unknown {
  const purpose = { denied: 'PushDenied', notFound: 'PushDenied', unusable: 'PushDenied' } as const;
  return failureOf(error, purpose, `cannot push to ${tag}`);
}

/** Converts a registry's error for the run image. */
export function runImageFailure(error: unknown, image: string): unknown {
  const purpose = { denied: 'RunImageDenied', notFound: 'RunImageNotFound', unusable: 'RunImageNotFound' } as const;
  return failureOf(error, purpose, `cannot read the run image ${image}`);
}

/** Converts a registry's error for the image that the lifecycle takes unchanged layers from. */
export function previousImageFailure(error: unknown, image: string): unknown {
  const purpose = { denied: 'PushDenied', notFound: 'PushDenied', unusable: 'PushDenied' } as const;
  return failureOf(error, purpose, `cannot read the previous image ${image}`);
}

/** Converts a registry's error for the builder. */
export function builderFailure(error: unknown, image: string): unknown {
  const purpose = { denied: 'InputsUnusable', notFound: 'InputsUnusable', unusable: 'InputsUnusable' } as const;
  return failureOf(error, purpose, `cannot read the builder ${image}`);
}

/** Converts a registry's error for the source image. */
export function sourceRegistryFailure(error: unknown): unknown {
  const purpose = { denied: 'SourceDenied', notFound: 'SourceNotFound', unusable: 'ArchiveInvalid' } as const;
  return failureOf(error, purpose, 'cannot read the source image');
}

/** Returns errors that are not a registry's unchanged. */
function failureOf(error: unknown, purpose: Purpose<PrepareFailure>, what: string): unknown {
  if (!(error instanceof RegistryError)) return error;
  return new PrepareError(registryFailure(error.code, purpose), `${what}: ${error.message}`, error);
}

/** The failure codes for one use of a registry. */
interface Purpose<Code extends StepFailureName> {
  readonly denied: Code;
  readonly notFound: Code;
  /** The content is invalid. */
  readonly unusable: Code;
}

/** Returns the failure code for a registry's error. */
export function registryFailure<Code extends StepFailureName>(
  code: RegistryErrorCode,
  { denied, notFound, unusable }: Purpose<Code>,
): Code | FailureOfBoth {
  switch (errorClass(code)) {
    case 'denied':
      return denied;
    case 'not-found':
      return notFound;
    case 'rejected':
    case 'unusable':
      return unusable;
    case 'unavailable':
    case 'invalid-response':
      return 'ServerUnavailable';
    case 'no-response':
      return 'NetworkFailed';
    case 'tls':
      return 'TlsFailed';
    case 'refused-address':
      return 'AddressRefused';
    case 'credentials':
      return 'CredentialsInvalid';
  }
}
