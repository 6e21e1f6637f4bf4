import type { Retrying } from '../../http/retries.ts';
import { errorClass } from './error-class.ts';
import { RegistryError } from './registry-error.ts';
import type { Wire } from './wire.ts';

/** How the requests of a client are repeated. */
export function retrying({ policy, collaborators, signal }: Wire): Retrying {
  return { policy, collaborators, isTransient, signal };
}

/** Whether the same request may succeed later: 408, 429, 5xx, and no whole answer. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof RegistryError)) return false;
  const kind = errorClass(error.code);
  return kind === 'unavailable' || kind === 'unreachable';
}
