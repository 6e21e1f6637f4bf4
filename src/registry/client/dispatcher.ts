import { createSecureContext, rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { proxyTo, type Proxies } from '../../http/environment-proxies.ts';
import { ProxyingDispatcher } from '../../http/proxying-dispatcher.ts';

/** How registries are reached; straight, where no proxy is named. */
export interface NetworkSettings extends Proxies {
  /** Certificates in PEM that are trusted beside the well-known ones. */
  readonly caBundle?: string;
  /** To connect, in milliseconds. */
  readonly connectTimeout?: number;
}

/** What sends requests by the settings. The caller closes it. */
export function makeDispatcher(settings: NetworkSettings = {}): Dispatcher {
  const { caBundle, connectTimeout = 10_000 } = settings;
  // Made once: to read the certificates takes a tenth of a second, which every connection would spend.
  const trust =
    caBundle === undefined ? {} : { secureContext: createSecureContext({ ca: [...rootCertificates, caBundle] }) };
  const options = {
    connect: { timeout: connectTimeout, ...trust },
    requestTls: trust,
    proxyTls: trust,
    // Requests have deadlines of their own: undici's would end a long upload.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  return new ProxyingDispatcher(options, proxyTo(settings));
}
