import { isUnreachableHost } from '../../http/error-code.ts';
import type { RetryOptions } from '../../http/retries.ts';
import { errorClass } from './error-class.ts';
import { RegistryError } from './registry-error.ts';
import type { Transport } from './transport/transport.ts';

/** Returns the options for `withRetries`. */
export function retryOptions(transport: Transport): RetryOptions {
  const { retryPolicy, retriesUnreachable, network, signal } = transport;
  const { clock, random } = network;
  const isRetried = (error: unknown): boolean => isTransient(error) && (retriesUnreachable || !isUnreachable(error));
  return { policy: retryPolicy, clock, random, isTransient: isRetried, signal };
}

function isUnreachable(error: unknown): boolean {
  return error instanceof RegistryError && isUnreachableHost(error.cause);
}

/** True if the same request can succeed later: 408, 429, 5xx, and responses that did not arrive completely. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof RegistryError)) return false;
  const kind = errorClass(error.code);
  return kind === 'unavailable' || kind === 'unreachable';
}
