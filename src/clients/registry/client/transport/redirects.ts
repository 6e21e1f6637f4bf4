import type { HttpRequest } from './http-request.ts';
import { RegistryError, type Subject } from '../registry-error.ts';
import { parseUrl } from '../../../../core/model/bounded-url.ts';
import { isHostOf } from './transport.ts';

/**
 * Returns the URL of a `Location` header, which can be relative (RFC 9110 section 10.2.2). The registry's own host keeps
 * TLS. Throws `BAD_ANSWER` for a target that a registry must not choose: plain HTTP on another host after TLS, or another
 * scheme. The dispatcher checks its address.
 */
export function resolveLocation(location: string | undefined, from: URL, subject: Subject): URL {
  const named = location === undefined ? undefined : parseUrl(location, from);
  if (named === undefined) throw badLocation(from, subject, 'without a usable Location');
  if (named.protocol !== 'https:' && named.protocol !== 'http:') {
    throw badLocation(from, subject, 'to an unsupported scheme');
  }
  const target = withRegistryScheme(named, from, subject.registry);
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw badLocation(from, subject, 'from HTTPS to HTTP');
  }
  target.username = '';
  target.password = '';
  target.hash = '';
  return target;
}

/**
 * Returns a URL of the registry itself with the scheme of the connection (go-containerregistry, `schemeTransport`). A
 * registry behind a proxy that ends TLS does not know the scheme, and names itself with the wrong one.
 */
export function withRegistryScheme(target: URL, connection: URL, registry: string): URL {
  const isUpgrade = connection.protocol === 'https:' && target.protocol === 'http:';
  const isDowngrade = connection.protocol === 'http:' && target.protocol === 'https:';
  if (!isUpgrade && !isDowngrade) return target;
  const own = parseUrl(`${connection.protocol}//${registry}`);
  const converted = new URL(target);
  converted.protocol = connection.protocol;
  if (own === undefined || converted.host !== own.host) return target;
  // A server on the default port for plain HTTP can really send its clients to the one for HTTPS.
  return isDowngrade && own.port === '' ? target : converted;
}

/**
 * Returns the request to send after a redirect. Drops `Authorization` for another origin, for all further redirects,
 * too. Throws `BAD_ANSWER` if the redirect would repeat a body, or a write on another origin.
 */
export function followRedirect(request: HttpRequest, status: number, location: string | undefined): HttpRequest {
  const { method, url, body, subject } = request;
  const target = resolveLocation(location, url, subject);
  const isReading = method === 'GET' || method === 'HEAD';
  const isRepeated = (status === 307 || status === 308) && target.origin === url.origin;
  if (!isReading && (!isRepeated || body !== undefined)) {
    throw badLocation(url, subject, `a ${method} request`);
  }
  const { authorization, ...others } = request.headers;
  const keepsAuthorization = authorization !== undefined && target.origin === url.origin;
  return { ...request, url: target, headers: keepsAuthorization ? { ...others, authorization } : others };
}

/** Names no target, because the error may be shown to users who cannot reach the server. */
function badLocation(from: URL, subject: Subject, where: string): RegistryError {
  const { registry } = subject;
  const who = isHostOf(registry, from) ? from.host : `a server to which registry ${registry} refers`;
  return new RegistryError('BAD_ANSWER', subject, `${who} redirects ${where}; taskpack does not follow this redirect`);
}
