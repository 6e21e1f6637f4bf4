import { sshHost, type GitAddress } from '../address.ts';
import { loginFor, type GitCredential } from '../credentials.ts';

/**
 * Returns the credentials that a query to this address uses. A login is for one origin: scheme, host and port.
 * A server can redirect from HTTP to HTTPS, and then gets the login for HTTPS.
 */
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
      return name.toLowerCase() === asked.name.toLowerCase() && port === asked.port;
    });
  }
  const { origin, port, hostname } = new URL(url);
  const origins = scheme === 'http' && port === '' ? [origin, `https://${hostname}`] : [origin];
  return origins.flatMap((each) => loginFor(each, credentials) ?? []);
}
