import { parseChallenges, type Challenge } from './www-authenticate.ts';
import { RegistryError, type Subject } from '../registry-error.ts';
import { parseUrl } from '../../../model/bounded-url.ts';

/** How a registry wants clients to authenticate. */
export type AuthChallenge =
  | { readonly kind: 'none' }
  | { readonly kind: 'basic' }
  | {
      /** A token from the server at `realm` (distribution specification, "Token Authentication"). */
      readonly kind: 'bearer';
      readonly realm: URL;
      readonly service?: string;
      /** The scopes that the request needed, separated by spaces. */
      readonly scope?: string;
    };

/**
 * Reads the `WWW-Authenticate` header of the registry at `url` and prefers Bearer to Basic. Throws `BAD_ANSWER` for a
 * header that is malformed, offers neither scheme, or would send credentials to an unsafe realm.
 */
export function readAuthChallenge(header: string | undefined, url: URL, subject: Subject): AuthChallenge {
  if (header === undefined) return { kind: 'none' };
  const challenges = parseChallenges(header);
  if (challenges === undefined || challenges.length === 0)
    throw unusableChallenge(subject, 'its challenge is malformed');
  const bearer = challenges.find(({ scheme }) => scheme === 'bearer');
  if (bearer !== undefined) return bearerChallenge(bearer, url, subject);
  if (challenges.some(({ scheme }) => scheme === 'basic')) return { kind: 'basic' };
  const schemes = challenges.map(({ scheme }) => scheme).join(', ');
  throw unusableChallenge(subject, `it supports only ${schemes.slice(0, 60)}; taskpack supports basic and bearer`);
}

function bearerChallenge({ parameters }: Challenge, url: URL, subject: Subject): AuthChallenge {
  const service = parameters.get('service');
  const scope = parameters.get('scope');
  return {
    kind: 'bearer',
    realm: realmOf(parameters.get('realm') ?? '', url, subject),
    ...(service !== undefined && { service }),
    ...(scope !== undefined && { scope }),
  };
}

/**
 * Returns the realm. The client sends credentials to the realm, so the realm must be as safe as the registry's own URL.
 * The dispatcher checks the realm's address.
 */
function realmOf(text: string, url: URL, subject: Subject): URL {
  if (text === '') throw unusableChallenge(subject, 'its challenge has no realm');
  const realm = parseUrl(text);
  if (realm === undefined) throw unusableChallenge(subject, 'the realm of its challenge is not a URL');
  if (realm.protocol !== 'https:' && realm.protocol !== 'http:') {
    throw unusableChallenge(subject, `the realm of its challenge has the unsupported scheme ${realm.protocol}`);
  }
  if (url.protocol === 'https:' && realm.protocol === 'http:') {
    throw unusableChallenge(subject, `the realm of its challenge, http://${realm.host}, does not use TLS`);
  }
  if (realm.username !== '' || realm.password !== '')
    throw unusableChallenge(subject, 'the realm of its challenge contains a user name');
  return realm;
}

function unusableChallenge(subject: Subject, reason: string): RegistryError {
  return new RegistryError('BAD_ANSWER', subject, `cannot authenticate with registry ${subject.registry}: ${reason}`);
}
