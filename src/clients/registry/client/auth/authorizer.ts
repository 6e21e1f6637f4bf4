import type { Reach } from '../../../http/addresses/reach.ts';
import { repositoryName } from '../../../../core/model/image-reference.ts';
import type { AuthChallenge } from './challenge.ts';
import { basicAuthorization, secretsOf, type Credential } from '../credentials/credential.ts';
import type { Keychain, Repository } from '../credentials/keychain.ts';
import { sharedBy, type Subject } from '../registry-error.ts';
import { requestToken, type AccessToken } from './token.ts';
import type { Transport } from '../transport/transport.ts';

/** The access that a request needs. */
export interface AccessRequest {
  readonly challenge: AuthChallenge;
  /** The repository that the keychain returns the credential for. */
  readonly repository: Repository;
  /** Scopes of the form `repository:NAME:ACTION,…`. */
  readonly scopes: readonly string[];
  /** The kinds of addresses that the realm may have. */
  readonly reach: Reach;
  readonly subject: Subject;
}

/** Provides values for the `Authorization` header. */
export interface Authorizer {
  /**
   * Returns the header's value, or `undefined` if the request needs none. Rejects with `CREDENTIALS`, and with the
   * codes of `requestToken`.
   */
  readonly authorization: (access: AccessRequest) => Promise<string | undefined>;
  /** True if there is a credential for the repository. Rejects with `CREDENTIALS`. */
  readonly hasLogin: (repository: Repository) => Promise<boolean>;
  /** Drops the cached token, which the registry rejected. */
  readonly invalidate: (access: AccessRequest) => void;
}

/**
 * Creates an authorizer that caches tokens until they expire. Concurrent requests for the same access share one token
 * request.
 */
export function makeAuthorizer(transport: Transport, keychain: Keychain): Authorizer {
  const tokens = new Map<string, Promise<AccessToken>>();
  return {
    hasLogin: async (repository) => (await keychain(repository)) !== undefined,
    invalidate: (access) => void tokens.delete(keyOf(access)),
    authorization: async (access) => {
      const { challenge, repository } = access;
      const credential = await keychain(repository);
      for (const secret of credential === undefined ? [] : secretsOf(credential)) transport.redaction.addSecret(secret);
      if (credential?.kind === 'registry-token') return `Bearer ${credential.token}`;
      if (challenge.kind !== 'bearer') return passwordOf(credential);
      const request = async (): Promise<AccessToken> => {
        const scopes = scopesOf(access.scopes, challenge.scope);
        return requestToken(transport, { ...access, challenge, scopes, credential });
      };
      const cache = { tokens, key: keyOf(access), subject: access.subject };
      return `Bearer ${(await cachedToken(cache, transport.network.clock.now, request)).value}`;
    },
  };
}

interface CacheEntry {
  readonly tokens: Map<string, Promise<AccessToken>>;
  readonly key: string;
  readonly subject: Subject;
}

async function cachedToken(
  { tokens, key, subject }: CacheEntry,
  now: () => number,
  request: () => Promise<AccessToken>,
): Promise<AccessToken> {
  // Look the token up again after each wait, so that only one of the waiting requests asks for a new token.
  for (let pending = tokens.get(key); pending !== undefined; pending = tokens.get(key)) {
    const cached = await sharedBy(subject, pending);
    if (cached.expiresAtMs > now()) return cached;
    if (tokens.get(key) === pending) tokens.delete(key);
  }
  const requested = request();
  tokens.set(key, requested);
  // Do not cache a failure.
  requested.catch(() => tokens.delete(key));
  return requested;
}

function passwordOf(credential: Credential | undefined): string | undefined {
  return credential?.kind === 'password' ? basicAuthorization(credential.username, credential.password) : undefined;
}

/** Returns the scopes of the request and those that the registry asked for. */
function scopesOf(ours: readonly string[], challenged: string | undefined): readonly string[] {
  return [...new Set([...ours, ...(challenged ?? '').split(' ').filter((scope) => scope !== '')])];
}

function keyOf({ challenge, repository, scopes }: AccessRequest): string {
  const { realm = '', service = '', scope = '' } = challenge.kind === 'bearer' ? challenge : {};
  return JSON.stringify([repositoryName(repository), realm, service, scope, ...scopes]);
}
