import { InvalidImageError } from '../../../inspection/invalid-image-error.ts';
import { RegistryError } from '../../../registry/client/registry-error.ts';
import { registryFailure } from '../../registry-failure.ts';

/** The maximum time that a registry may fail to answer about a built image. */
const TIMEOUT_MS = 300_000;

/** A registry that refuses access will keep refusing: an account that may only push never reads an image. */
const REFUSED_TIMEOUT_MS = 15_000;

/** Returns the time for which a query about a built image is repeated after an error, in milliseconds from the first error. */
export function registryTimeoutMs(error: unknown): number {
  const isRegistryFailure = error instanceof RegistryError || error instanceof InvalidImageError;
  return isRegistryFailure && registryFailure(error).kind !== 'transient' ? REFUSED_TIMEOUT_MS : TIMEOUT_MS;
}
