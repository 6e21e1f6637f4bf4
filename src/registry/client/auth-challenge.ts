import { parseChallenges, type Challenge } from './challenge.ts';
import { isHostname, isLinkLocal, isLoopback } from './registry-scheme.ts';
import { RegistryError, type Subject } from './registry-error.ts';

/** How a registry wants to know who asks. */
export type AuthChallenge =
  | { readonly kind: 'none' }
  | { readonly kind: 'basic' }
  | {
      /** A token of the server at `realm` (distribution specification, "Token Authentication"). */
      readonly kind: 'bearer';
      readonly realm: URL;
      readonly service?: string;
      /** What the request needed, several with blanks between. */
      readonly scope?: string;
    };

/**
 * Reads the `WWW-Authenticate` of the registry at `url`; tokens go before passwords. Throws `BAD_ANSWER` for a header
 * that is malformed, knows no way of ours, or would have credentials sent where they do not belong.
 */
export function readAuthChallenge(header: string | undefined, url: URL, subject: Subject): AuthChallenge {
  if (header === undefined) return { kind: 'none' };
  const challenges = parseChallenges(header);
  if (challenges === undefined || challenges.length === 0) throw bad(subject, 'its challenge is malformed');
  const bearer = challenges.find(({ scheme }) => scheme === 'bearer');
  if (bearer !== undefined) return bearerChallenge(bearer, url, subject);
  if (challenges.some(({ scheme }) => scheme === 'basic')) return { kind: 'basic' };
  const schemes = challenges.map(({ scheme }) => scheme).join(', ');
  throw bad(subject, `it knows only ${schemes.slice(0, 60)}, and taskpack only basic and bearer`);
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

/** Credentials are sent to the realm, so it is held to what the registry itself is held to. */
function realmOf(text: string, url: URL, subject: Subject): URL {
  if (text === '') throw bad(subject, 'its challenge has no realm');
  const realm = URL.canParse(text) ? new URL(text) : undefined;
  if (realm === undefined || !isHostname(realm.hostname)) throw bad(subject, 'the realm of its challenge is no URL');
  if (realm.protocol !== 'https:' && realm.protocol !== 'http:') {
    throw bad(subject, `the realm of its challenge is a ${realm.protocol} address`);
  }
  if (url.protocol === 'https:' && realm.protocol === 'http:') {
    throw bad(subject, `the realm of its challenge, http://${realm.host}, is without TLS`);
  }
  if (realm.username !== '' || realm.password !== '') throw bad(subject, 'the realm of its challenge names a user');
  const isInside = isLinkLocal(realm.hostname) || (isLoopback(realm.hostname) && !isLoopback(url.hostname));
  if (isInside && realm.hostname !== url.hostname) {
    throw bad(subject, `the realm of its challenge, ${realm.host}, is an address of this machine`);
  }
  return realm;
}

function bad(subject: Subject, reason: string): RegistryError {
  return new RegistryError(
    'BAD_ANSWER',
    subject,
    `registry ${subject.registry} cannot be authenticated with: ${reason}`,
  );
}
