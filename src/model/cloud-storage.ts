/** Storage of a cloud that gives tokens to what runs in it. */
export type CloudStorage = 'google' | 'azure-blob' | 'azure-file';

const HOSTS: readonly (readonly [RegExp, CloudStorage])[] = [
  [/(?:^|\.)googleapis\.com$/, 'google'],
  [/\.blob\.core\.windows\.net$/, 'azure-blob'],
  [/\.file\.core\.windows\.net$/, 'azure-file'],
];

/** The storage that a blob is in; `undefined` for any other server, and without TLS: a token is not for everybody's eyes. */
export function cloudStorageOf(url: string): CloudStorage | undefined {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  return protocol === 'https:' ? HOSTS.find(([host]) => host.test(hostname))?.[1] : undefined;
}
