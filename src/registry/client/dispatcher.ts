import { createSecureContext, rootCertificates } from 'node:tls';
import { EnvHttpProxyAgent, type Dispatcher } from 'undici';

/** How registries are reached. */
export interface NetworkSettings {
  /** Certificates in PEM that are trusted beside the well-known ones. */
  readonly caBundle?: string;
  /** URLs of proxies by the scheme of the request, and the hosts that need none, as `NO_PROXY` names them. */
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  readonly noProxy?: string;
  /** To connect, in milliseconds. */
  readonly connectTimeout?: number;
}

/** What sends requests by the settings. The caller closes it. */
export function makeDispatcher(settings: NetworkSettings = {}): Dispatcher {
  const { caBundle, httpProxy = '', httpsProxy = '', noProxy = '', connectTimeout = 10_000 } = settings;
  // Made once: to read the certificates takes a tenth of a second, which every connection would spend.
  const trust =
    caBundle === undefined ? {} : { secureContext: createSecureContext({ ca: [...rootCertificates, caBundle] }) };
  return new EnvHttpProxyAgent({
    // Empty texts keep it from reading the environment.
    httpProxy,
    httpsProxy,
    noProxy,
    connect: { timeout: connectTimeout, ...trust },
    requestTls: trust,
    proxyTls: trust,
    // Requests have deadlines of their own: undici's would end a long upload.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
