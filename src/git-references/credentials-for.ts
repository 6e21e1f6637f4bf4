import { sshHost, type GitAddress } from '../steps/prepare/git/address.ts';
import type { GitCredential } from '../steps/prepare/git/credentials.ts';
import { parseUrl } from '../model/bounded-url.ts';

/** Returns the credentials that a query to this address uses. A login is for one origin: scheme, host and port. */
export function credentialsFor(
  { url, scheme, host }: GitAddress,
  credentials: readonly GitCredential[],
): readonly GitCredential[] {
  if (scheme === 'git') return [];
  if (scheme === 'ssh') {
    const asked = sshHost(host);
    return credentials.filter((credential) => {
      if (credential.kind !== 'ssh') return false;
      const { name, port } = sshHost(credential.host);
      return name === asked.name && port === asked.port;
    });
  }
  const { origin } = new URL(url);
  return credentials.filter((credential) => credential.kind === 'basic' && isOrigin(credential.origin, origin));
}

/** The annotation of a Secret can have the default port, or capital letters. */
function isOrigin(text: string, origin: string): boolean {
  return parseUrl(text)?.origin === origin;
}
