import { errorEffect } from '../error-effect.ts';
import { KubeError } from '../kube-error.ts';

/**
 * Whether the same call may succeed later, and may be made. A call that was refused before it was looked at (429), or
 * never sent, can be made again whatever it does; after all else only one that does no more the second time.
 */
export function mayBeRepeated(error: unknown, isIdempotent: boolean): boolean {
  if (!(error instanceof KubeError)) return false;
  switch (errorEffect(error)) {
    case 'none':
      return true;
    case 'unknown':
      return isIdempotent;
    case 'half-answered':
      // An answer that ends early; one that is no API server's will not become one.
      return isIdempotent && error.status === 200;
    case 'answered':
      return false;
  }
}
