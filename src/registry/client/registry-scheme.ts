import { isIPv4 } from 'node:net';

/**
 * The schemes under which a registry is tried, in order. Plain HTTP only for those that the settings call insecure, and
 * for those that go-containerregistry takes for local: loopback, `localhost`, `.local`, RFC 1918 (pkg/name/registry.go).
 */
export function schemesOf(registry: string, insecure: readonly string[]): readonly ('https' | 'http')[] {
  return insecure.includes(registry) || isLocal(hostOf(registry)) ? ['https', 'http'] : ['https'];
}

/** A host that only this machine reaches, or that may give away its metadata (RFC 3927, RFC 4291 section 2.5.6). */
export function isLinkLocal(hostname: string): boolean {
  const host = unbracketed(hostname);
  return (
    (isIPv4(host) && host.startsWith('169.254.')) || /^fe[89ab][0-9a-f]:/i.test(host) || /^::ffff:a9fe:/i.test(host)
  );
}

/** An address of a private network (RFC 1918). */
export function isPrivate(hostname: string): boolean {
  if (!isIPv4(hostname)) return false;
  const [first = 0, second = 0] = hostname.split('.').map(Number);
  return first === 10 || (first === 172 && second >= 16 && second < 32) || (first === 192 && second === 168);
}

/** Whether a name is one that DNS can hold (RFC 1035 section 2.3.4): errors quote it. */
export function isHostname(hostname: string): boolean {
  return hostname.length <= 253;
}

/** An address of this machine alone, or its name. */
export function isLoopback(hostname: string): boolean {
  const host = unbracketed(hostname);
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function isLocal(hostname: string): boolean {
  return isLoopback(hostname) || isPrivate(hostname) || /\.local(?:host)?$/.test(hostname);
}

function hostOf(registry: string): string {
  return registry.replace(/:\d*$/, '');
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
