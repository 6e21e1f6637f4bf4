import { parseUrl } from './bounded-url.ts';

/** A cloud storage service that accepts tokens of the cloud's workload identity. */
export type CloudStorage = 'google' | 'azure-blob' | 'azure-file';

const HOSTS: readonly (readonly [RegExp, CloudStorage])[] = [
  [/(?:^|\.)googleapis\.com$/, 'google'],
  [/\.blob\.core\.windows\.net$/, 'azure-blob'],
  [/\.file\.core\.windows\.net$/, 'azure-file'],
];

/**
 * Returns the storage service that serves the URL. Returns `undefined` for other servers, and for URLs without TLS,
 * because a token must not be sent in the clear.
 */
export function cloudStorageOf(url: string): CloudStorage | undefined {
  const { protocol, hostname } = parseUrl(url) ?? { protocol: '', hostname: '' };
  return protocol === 'https:' ? HOSTS.find(([host]) => host.test(hostname))?.[1] : undefined;
}
