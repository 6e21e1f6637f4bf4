import type { HttpRequest } from './http-request.ts';
import { isHostname, isLinkLocal, isLoopback, isPrivate } from './registry-scheme.ts';
import { RegistryError, type Subject } from './registry-error.ts';

/**
 * Where a `Location` leads; it may be relative (RFC 9110 section 10.2.2). Throws `BAD_ANSWER` where a registry has no
 * business to send us: away from TLS, to another scheme, to the machine's own metadata.
 */
export function locationFrom(location: string | undefined, from: URL, subject: Subject): URL {
  const target = location === undefined || !URL.canParse(location, from.href) ? undefined : new URL(location, from);
  if (target === undefined || !isHostname(target.hostname))
    throw badLocation(from, subject, 'without a usable Location');
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    throw badLocation(from, subject, `to a ${target.protocol} address`);
  }
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw badLocation(from, subject, `away from TLS, to http://${target.host}`);
  }
  if (target.hostname !== from.hostname && leadsInside(target, from)) {
    throw badLocation(from, subject, `to ${target.host}, which is an address of this machine`);
  }
  target.username = '';
  target.password = '';
  target.hash = '';
  return target;
}

/** Where an upload continues. Never at another private address: go-containerregistry refuses that too (write.go). */
export function uploadLocation(location: string | undefined, from: URL, subject: Subject): URL {
  const target = locationFrom(location, from, subject);
  if (target.hostname !== from.hostname && isPrivate(target.hostname)) {
    throw badLocation(from, subject, `to ${target.host}, which is a private address`);
  }
  return target;
}

/**
 * The request that follows a redirect. `Authorization` stays only within the origin, and does not come back. Throws
 * `BAD_ANSWER` where something would be sent again that a redirect cannot take along.
 */
export function redirected(request: HttpRequest, status: number, location: string | undefined): HttpRequest {
  const { method, url, body, subject } = request;
  const target = locationFrom(location, url, subject);
  const isReading = method === 'GET' || method === 'HEAD';
  const isRepeated = (status === 307 || status === 308) && target.origin === url.origin;
  if (!isReading && (!isRepeated || body !== undefined)) {
    throw badLocation(url, subject, `${method} to ${target.host}`);
  }
  const { authorization, ...others } = request.headers;
  const isKept = authorization !== undefined && target.origin === url.origin;
  return { ...request, url: target, headers: isKept ? { ...others, authorization } : others };
}

function leadsInside(target: URL, from: URL): boolean {
  return isLinkLocal(target.hostname) || (isLoopback(target.hostname) && !isLoopback(from.hostname));
}

/** Without path and query, in which storage services sign. */
function badLocation(from: URL, subject: Subject, where: string): RegistryError {
  return new RegistryError('BAD_ANSWER', subject, `${from.host} redirects ${where}; it is not followed`);
}
