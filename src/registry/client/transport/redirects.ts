import type { HttpRequest } from './http-request.ts';
import { RegistryError, type Subject } from '../registry-error.ts';
import { parseUrl } from '../../../model/bounded-url.ts';

/**
 * Returns the URL of a `Location` header, which can be relative (RFC 9110 section 10.2.2). Throws `BAD_ANSWER` for a
 * target that a registry must not choose: plain HTTP after TLS, or another scheme. The dispatcher checks its address.
 */
export function resolveLocation(location: string | undefined, from: URL, subject: Subject): URL {
  const target = location === undefined ? undefined : parseUrl(location, from);
  if (target === undefined) throw badLocation(from, subject, 'without a usable Location');
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    throw badLocation(from, subject, `to the unsupported scheme ${target.protocol}`);
  }
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw badLocation(from, subject, `from HTTPS to http://${target.host}`);
  }
  target.username = '';
  target.password = '';
  target.hash = '';
  return target;
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
    throw badLocation(url, subject, `a ${method} request to ${target.host}`);
  }
  const { authorization, ...others } = request.headers;
  const keepsAuthorization = authorization !== undefined && target.origin === url.origin;
  return { ...request, url: target, headers: keepsAuthorization ? { ...others, authorization } : others };
}

/** Leaves out path and query, because storage services put signatures there. */
function badLocation(from: URL, subject: Subject, where: string): RegistryError {
  return new RegistryError(
    'BAD_ANSWER',
    subject,
    `${from.host} redirects ${where}; taskpack does not follow this redirect`,
  );
}
