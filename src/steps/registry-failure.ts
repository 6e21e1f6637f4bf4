import type { FailureOfBoth, StepFailureName } from '../model/step-failures/step-failures.ts';
import { errorClass } from '../registry/client/error-class.ts';
import type { RegistryErrorCode } from '../registry/client/registry-error.ts';

/** What a purpose makes of a registry's answers. */
export interface Purpose<Code extends StepFailureName> {
  readonly denied: Code;
  readonly notFound: Code;
  /** For everything that is wrong with the content. */
  readonly unusable: Code;
}

/** What a step fails by where a registry does. */
export function registryFailure<Code extends StepFailureName>(
  code: RegistryErrorCode,
  { denied, notFound, unusable }: Purpose<Code>,
): Code | FailureOfBoth {
  switch (errorClass(code)) {
    case 'denied':
      return denied;
    case 'not-found':
      return notFound;
    case 'unusable':
      return unusable;
    case 'unavailable':
      return 'ServerUnavailable';
    case 'unreachable':
      return 'NetworkFailed';
    case 'tls':
      return 'TlsFailed';
    case 'credentials':
      return 'CredentialsInvalid';
  }
}
