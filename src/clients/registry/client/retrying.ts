import { connectFailure } from '../../../core/model/error-code.ts';
import type { RetryOptions } from '../../http/retries.ts';
import { errorClass } from './error-class.ts';
import { RegistryError } from './registry-error.ts';
import type { Transport } from './transport/transport.ts';

/**
 * Returns the options for `withRetries`. A registry that refuses the `first` connection is not there; one that refuses a
 * later connection is being started again.
 */
export function retryOptions(transport: Transport, contact: 'first' | 'later' = 'later'): RetryOptions {
  const { retryPolicy, retriesUnreachable, network, signal } = transport;
  const { clock, random } = network;
  const isRepeated = (error: unknown): boolean => {
    const failure = error instanceof RegistryError ? connectFailure(error.cause) : undefined;
    return retriesUnreachable || failure === undefined || (failure === 'refused' && contact === 'later');
  };
  return {
    policy: retryPolicy,
    clock,
    random,
    isTransient: (error) => isTransient(error) && isRepeated(error),
    signal,
  };
}

/** True if the same request can succeed later: 408, 429, 5xx, and responses that did not arrive completely. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof RegistryError)) return false;
  const kind = errorClass(error.code);
  return kind === 'unavailable' || kind === 'no-response';
}
