import { UnusableImage } from '../../inspection/unusable-image.ts';
import { KubeError } from '../../kube/kube-error.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';

/**
 * Why a registry did not give what was asked for: it may if it is asked again soon (`transient`), once somebody has
 * given rights or pushed something (`refused`), or never, for it is there and wrong (`unusable`).
 */
export interface RegistryFailure {
  readonly kind: 'transient' | 'refused' | 'unusable';
  readonly error: UnusableImage | RegistryError | KubeError;
}

/** The one place that tells the failures of `RegistryAccess` apart; throws what is none of them. */
export function registryFailure(error: unknown): RegistryFailure {
  if (error instanceof UnusableImage) return { kind: 'unusable', error };
  if (error instanceof KubeError) return { kind: 'transient', error };
  if (error instanceof RegistryError) return { kind: kindOf(error), error };
  throw error;
}

function kindOf({ code }: RegistryError): RegistryFailure['kind'] {
  switch (code) {
    case 'RATE_LIMITED':
    case 'UNAVAILABLE':
    case 'BAD_ANSWER':
    case 'NETWORK':
    case 'TIMED_OUT':
    case 'TLS':
    case 'DIGEST_MISMATCH':
    case 'SIZE_MISMATCH':
      return 'transient';
    case 'UNAUTHORIZED':
    case 'DENIED':
    case 'NOT_FOUND':
    case 'REFUSED':
    case 'CREDENTIALS':
      return 'refused';
    case 'TOO_LARGE':
    case 'NO_PLATFORM':
    case 'UNSUPPORTED_MANIFEST':
      return 'unusable';
  }
}
