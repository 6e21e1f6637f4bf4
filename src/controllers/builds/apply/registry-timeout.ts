import { InvalidImageError } from '../../../inspection/invalid-image-error.ts';
import { errorClass } from '../../../registry/client/error-class.ts';
import { RegistryError } from '../../../registry/client/registry-error.ts';
import { registryFailure } from '../../registry-failure.ts';

/** The maximum time that a registry may fail to answer about a built image. */
const TIMEOUT_MS = 300_000;

/**
 * A registry that refuses access will keep refusing: an account that may only push never reads an image. The same is true if TLS
 * fails: only Builds reach a registry in a mesh that requires mTLS, if the controller has no proxy.
 */
const REFUSED_TIMEOUT_MS = 15_000;

/** Returns the time for which a query about a built image is repeated after an error, in milliseconds from the first error. */
export function registryTimeoutMs(error: unknown): number {
  return isLasting(error) ? REFUSED_TIMEOUT_MS : TIMEOUT_MS;
}

function isLasting(error: unknown): boolean {
  if (error instanceof RegistryError && errorClass(error.code) === 'tls') return true;
  const isRegistryFailure = error instanceof RegistryError || error instanceof InvalidImageError;
  return isRegistryFailure && registryFailure(error).kind !== 'transient';
}
