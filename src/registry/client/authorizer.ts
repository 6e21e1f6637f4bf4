import { repositoryName } from '../../model/image-reference.ts';
import type { AuthChallenge } from './auth-challenge.ts';
import { basicAuthorization, secretsOf, type Credential } from './credential.ts';
import type { Keychain, Repository } from './keychain.ts';
import type { Subject } from './registry-error.ts';
import { requestToken, type AccessToken } from './token.ts';
import type { Wire } from './wire.ts';

/** What a request needs to be allowed. */
export interface Access {
  readonly challenge: AuthChallenge;
  /** Whose credential is used. */
  readonly repository: Repository;
  /** Each `repository:NAME:ACTION,…`. */
  readonly scopes: readonly string[];
  readonly subject: Subject;
}

/** Knows what to send as `Authorization`. */
export interface Authorizer {
  /** `undefined` where nothing is to be sent. Rejects with `CREDENTIALS`, and as `requestToken` does. */
  readonly authorization: (access: Access) => Promise<string | undefined>;
  /** Forgets the token for this access, which the registry did not take. */
  readonly forget: (access: Access) => void;
}

/** An authorizer that keeps tokens until they expire; of one access at a time it asks once. */
export function makeAuthorizer(wire: Wire, keychain: Keychain): Authorizer {
  const tokens = new Map<string, Promise<AccessToken>>();
  return {
    forget: (access) => void tokens.delete(keyOf(access)),
    authorization: async (access) => {
      const { challenge, repository } = access;
      if (challenge.kind === 'none') return undefined;
      const credential = await keychain(repository);
      for (const secret of credential === undefined ? [] : secretsOf(credential)) wire.redaction.hide(secret);
      if (credential?.kind === 'registry-token') return `Bearer ${credential.token}`;
      if (challenge.kind === 'basic') return passwordOf(credential);
      const ask = async (): Promise<AccessToken> => {
        const { scopes, subject } = access;
        return requestToken(wire, { challenge, scopes: scopesOf(scopes, challenge.scope), credential, subject });
      };
      return `Bearer ${(await keptToken(tokens, keyOf(access), wire.collaborators.now, ask)).value}`;
    },
  };
}

async function keptToken(
  tokens: Map<string, Promise<AccessToken>>,
  key: string,
  now: () => number,
  ask: () => Promise<AccessToken>,
): Promise<AccessToken> {
  // Looked up anew after each wait: of all that waited one asks.
  for (let pending = tokens.get(key); pending !== undefined; pending = tokens.get(key)) {
    const kept = await pending;
    if (kept.expires > now()) return kept;
    if (tokens.get(key) === pending) tokens.delete(key);
  }
  const asked = ask();
  tokens.set(key, asked);
  // A failure is not kept.
  asked.catch(() => tokens.delete(key));
  return asked;
}

function passwordOf(credential: Credential | undefined): string | undefined {
  return credential?.kind === 'password' ? basicAuthorization(credential.username, credential.password) : undefined;
}

/** Ours, and what the registry itself asked for where that is another. */
function scopesOf(ours: readonly string[], challenged: string | undefined): readonly string[] {
  return [...new Set([...ours, ...(challenged ?? '').split(' ').filter((scope) => scope !== '')])];
}

function keyOf({ challenge, repository, scopes }: Access): string {
  const { realm = '', service = '', scope = '' } = challenge.kind === 'bearer' ? challenge : {};
  return JSON.stringify([repositoryName(repository), realm, service, scope, ...scopes]);
}
