import { hostMatcher, isLoopbackHost } from './host-matcher.ts';

/**
 * Returns a function that is true for URLs that `NO_PROXY` exempts from proxies: those that its text matches, and
 * loopback hosts.
 */
export function noProxyMatcher(text: string): (url: URL) => boolean {
  const matches = hostMatcher(text);
  return (url) => isLoopbackHost(url) || matches(url);
}
