import type { SecureContext } from 'node:tls';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { GuardedDispatcher, type GuardOptions } from '../../../http/addresses/guarded-dispatcher.ts';
import { proxySelector, type ProxySettings } from '../../../http/environment-proxies.ts';

/** Connection settings. Requests are sent directly if no proxy is set. */
export interface NetworkSettings extends ProxySettings {
  /** PEM certificates to trust in addition to Node's well-known authorities. */
  readonly caBundle?: string;
  /** The context that trusts them, if it exists already (`trustingContext`). */
  readonly secureContext?: SecureContext;
  /** Defaults to 10 seconds. */
  readonly connectTimeoutMs?: number;
  /** The addresses that requests may connect to beyond those of their reach. */
  readonly guard?: GuardOptions;
}

/** Creates the undici dispatcher of a client. The caller closes it. */
export function makeDispatcher(settings: NetworkSettings = {}): Dispatcher {
  const { connectTimeoutMs = 10_000 } = settings;
  const secureContext = contextOf(settings);
  const trust = secureContext === undefined ? {} : { secureContext };
  const options = {
    connect: { timeout: connectTimeoutMs, ...trust },
    requestTls: trust,
    proxyTls: trust,
    // sendHttpRequest enforces timeouts itself. undici's timeouts would end a long upload.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  return new GuardedDispatcher(options, proxySelector(settings), settings.guard);
}

/** Reading the certificates takes a tenth of a second, so all connections share one context. */
function contextOf({ caBundle, secureContext }: NetworkSettings): SecureContext | undefined {
  if (secureContext !== undefined || caBundle === undefined) return secureContext;
  return createSecureContext({ ca: [...rootCertificates, caBundle] });
}
