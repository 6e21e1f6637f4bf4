import { InvalidImageError } from '../../core/inspection/invalid-image-error.ts';
import { KubeError } from '../../clients/kube/kube-error.ts';
import { errorClass } from '../../clients/registry/client/error-class.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';

/**
 * A failed request to a registry. A `transient` one is retried with backoff. A `refused` one is retried after minutes,
 * because a user has to grant access or push an image first. An `unusable` image is read again only if it changes.
 */
export interface RegistryFailure {
  readonly kind: 'transient' | 'refused' | 'unusable';
  readonly error: InvalidImageError | RegistryError | KubeError;
}

/** Classifies an error of `RegistryAccess`; throws any other error. */
export function registryFailure(error: unknown): RegistryFailure {
  if (error instanceof InvalidImageError) return { kind: 'unusable', error };
  if (error instanceof KubeError) return { kind: 'transient', error };
  if (error instanceof RegistryError) return { kind: kindOf(error), error };
  throw error;
}

function kindOf({ code }: RegistryError): RegistryFailure['kind'] {
  switch (errorClass(code)) {
    case 'unavailable':
    case 'no-response':
    case 'tls':
    case 'invalid-response':
      return 'transient';
    case 'denied':
    case 'not-found':
    case 'rejected':
    case 'credentials':
    case 'refused-address':
      return 'refused';
    case 'unusable':
      return 'unusable';
  }
}
