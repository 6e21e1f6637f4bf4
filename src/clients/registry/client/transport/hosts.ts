import { isIPv4 } from 'node:net';

/**
 * Returns the URL schemes to try, in order. Plain HTTP is tried only for insecure registries of the settings, and for
 * hosts that go-containerregistry treats as local (pkg/name/registry.go): loopback, `localhost`, `.local` and RFC 1918
 * addresses.
 */
export function candidateSchemes(registry: string, insecure: readonly string[]): readonly ('https' | 'http')[] {
  return insecure.includes(registry) || isLocal(hostOf(registry)) ? ['https', 'http'] : ['https'];
}

/** True for an IPv4 address of a private network (RFC 1918). */
function isPrivate(hostname: string): boolean {
  if (!isIPv4(hostname)) return false;
  const [first = 0, second = 0] = hostname.split('.').map(Number);
  return first === 10 || (first === 172 && second >= 16 && second < 32) || (first === 192 && second === 168);
}

/** True for a loopback address or `localhost`. */
function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function isLocal(hostname: string): boolean {
  return isLoopback(hostname) || isPrivate(hostname) || /\.local(?:host)?$/.test(hostname);
}

function hostOf(registry: string): string {
  return registry.replace(/:\d*$/, '');
}
