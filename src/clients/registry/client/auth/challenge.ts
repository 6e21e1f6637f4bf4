import { parseChallenges, type Challenge } from './www-authenticate.ts';
import { RegistryError, type Subject } from '../registry-error.ts';
import { withRegistryScheme } from '../transport/redirects.ts';
import { parseUrl } from '../../../../core/model/bounded-url.ts';

/** How a registry wants clients to authenticate. */
export type AuthChallenge =
  /** The registry does not say. go-containerregistry sends a password then as for Basic (transport.go). */
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
 * Reads the `WWW-Authenticate` header of the registry at `url` and prefers Bearer to Basic. A missing header, or a header with
 * neither scheme, counts as no challenge. Throws `BAD_ANSWER` for a malformed Bearer challenge, or one that would send credentials
 * to an unsafe realm.
 */
export function readAuthChallenge(header: string | undefined, url: URL, subject: Subject): AuthChallenge {
  const challenges = header === undefined ? [] : parseChallenges(header);
  if (challenges === undefined) {
    if (/\bbearer\b/i.test(header ?? '')) throw unusableChallenge(subject, 'its challenge is malformed');
    return { kind: 'none' };
  }
  const bearer = challenges.find(({ scheme }) => scheme === 'bearer');
  if (bearer !== undefined) return bearerChallenge(bearer, url, subject);
  return challenges.some(({ scheme }) => scheme === 'basic') ? { kind: 'basic' } : { kind: 'none' };
}

/** Returns the schemes of a challenge that taskpack does not support, or an empty list if it supports one of them. */
export function unsupportedSchemes(header: string | undefined): readonly string[] {
  const schemes = (parseChallenges(header ?? '') ?? []).map(({ scheme }) => scheme);
  return schemes.some((scheme) => scheme === 'basic' || scheme === 'bearer') ? [] : schemes;
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
  const named = parseUrl(text);
  if (named === undefined) throw unusableChallenge(subject, 'the realm of its challenge is not a URL');
  const realm = withRegistryScheme(named, url, subject.registry);
  if (realm.protocol !== 'https:' && realm.protocol !== 'http:') {
    throw unusableChallenge(subject, 'the realm of its challenge has an unsupported scheme');
  }
  if (url.protocol === 'https:' && realm.protocol === 'http:') {
    throw unusableChallenge(subject, 'the realm of its challenge does not use TLS');
  }
  if (realm.username !== '' || realm.password !== '')
    throw unusableChallenge(subject, 'the realm of its challenge contains a user name');
  return realm;
}

function unusableChallenge(subject: Subject, reason: string): RegistryError {
  return new RegistryError('BAD_ANSWER', subject, `cannot authenticate with registry ${subject.registry}: ${reason}`);
}
