import type { CredentialInputs } from '../../core/model/build-inputs.ts';
import type { Redaction } from '../http/redaction.ts';
import { basicAuthorization } from '../registry/client/credentials/credential.ts';
import { annotationFault, gitServerHost } from '../../core/model/server-annotations.ts';
import { GIT_ANNOTATION } from '../../core/model/credential-annotations.ts';
import { parseUrl } from '../../core/model/bounded-url.ts';
import { missingKey, optionalKey, secretName } from '../secret-file.ts';
import type { GitAddress } from './address.ts';

/** A login for an origin, which is normalized as in `URL.origin`. */
export type GitLogin =
  | { readonly kind: 'basic'; readonly origin: string; readonly authorization: string }
  /** A user without a password in the URL: a name that the server shows, or a token. It is sent only if the server asks for a login. */
  | { readonly kind: 'user'; readonly origin: string; readonly name: string; readonly authorization: string };

/** A credential for a git server. */
export type GitCredential =
  | GitLogin
  | { readonly kind: 'ssh'; readonly host: string; readonly key: string; readonly knownHosts: string | undefined };

/** A Secret with a credential for a git server. */
export interface GitSecret {
  readonly kind: 'git-basic' | 'git-ssh';
  readonly name: string;
  /** The annotation `kpack.io/git`. */
  readonly server: string;
  /** Returns the value of a key; `undefined` if the Secret does not have the key. */
  readonly read: (key: string) => Promise<string | undefined>;
}

/** Reads the credentials in mounted Secrets, one for each server, and warns of Secrets for no server. Rejects with `CredentialsInvalid`. */
export async function gitCredentials(
  inputs: CredentialInputs,
  address: GitAddress,
  { redaction, log }: { readonly redaction: Redaction; readonly log: (line: string) => void },
): Promise<readonly GitCredential[]> {
  const secrets = inputs.source.flatMap(({ kind, server, path }): readonly GitSecret[] => {
    if (kind === 'blob') return [];
    return [{ kind, server, name: secretName(path), read: async (key) => optionalKey(path, key) }];
  });
  for (const { name, server } of secrets) {
    const fault = annotationFault(GIT_ANNOTATION, server);
    if (fault !== undefined) log(`warning: Secret ${name} is unused: ${fault}`);
  }
  return credentialsOfSecrets(secrets, address, redaction);
}

/**
 * Reads the credentials in Secrets, one for each server. The Secret whose name sorts first wins, and a login in the address is used only
 * for a server without a Secret (kpack, pkg/git, `secretGitKeychain`; go-git, `basicAuthFromEndpoint`). Rejects with `CredentialsInvalid`.
 */
export async function credentialsOfSecrets(
  secrets: readonly GitSecret[],
  address: GitAddress,
  redaction: Redaction,
): Promise<readonly GitCredential[]> {
  const sorted = secrets.toSorted((one, other) => compare(one.name, other.name));
  const ofSecrets = await Promise.all(sorted.map(async (secret) => ofSecret(secret, redaction)));
  const byServer = new Map<string, GitCredential>();
  for (const credential of [...ofSecrets.flat(), ...ofAddress(address, redaction)]) {
    const server = credential.kind === 'ssh' ? `ssh://${credential.host}` : credential.origin;
    if (!byServer.has(server)) byServer.set(server, credential);
  }
  return [...byServer.values()];
}

/** Returns the login of a URL. A redirect from HTTP to HTTPS keeps it (`keepsServer`). */
function ofAddress({ scheme, host, user }: GitAddress, redaction: Redaction): readonly GitCredential[] {
  if (user === undefined) return [];
  const { name, password } = user;
  if (name.length >= MIN_TOKEN_LENGTH) redaction.addSecret(name);
  const schemes = scheme === 'http' && !/:\d+$/.test(host) ? ['http', 'https'] : [scheme];
  return originsOf(host, schemes).map((origin) => {
    const login = basic(origin, name, password, redaction);
    return password === '' ? { ...login, kind: 'user', name } : login;
  });
}

/** A token of a git host has at least 20 characters. A shorter user is a name, which can be a part of other words. */
const MIN_TOKEN_LENGTH = 20;

async function ofSecret(secret: GitSecret, redaction: Redaction): Promise<readonly GitCredential[]> {
  const { kind, server, read } = secret;
  const host = gitServerHost(server);
  if (host === undefined) return [];
  switch (kind) {
    case 'git-basic': {
      const [username, password] = [await required(secret, 'username'), await required(secret, 'password')];
      // As in kpack, a server without https:// matches both schemes.
      return originsOf(host, server.startsWith('https://') ? ['https'] : ['https', 'http']).map((origin) =>
        basic(origin, username, password, redaction),
      );
    }
    case 'git-ssh': {
      const key = await required(secret, 'ssh-privatekey');
      redaction.addSecret(key);
      return [{ kind: 'ssh', host, key, knownHosts: await read('known_hosts') }];
    }
  }
}

async function required({ name, read }: GitSecret, key: string): Promise<string> {
  const value = await read(key);
  if (value === undefined) throw missingKey(name, key);
  return value;
}

function originsOf(host: string, schemes: readonly string[]): readonly string[] {
  return schemes.flatMap((scheme) => parseUrl(`${scheme}://${host}`)?.origin ?? []);
}

/** Returns the login for an origin: scheme, host and port. */
export function loginFor(origin: string, credentials: readonly GitCredential[]): GitLogin | undefined {
  const logins = credentials.flatMap((credential) => (credential.kind === 'ssh' ? [] : [credential]));
  return logins.find((login) => login.origin === origin);
}

function basic(
  origin: string,
  username: string,
  password: string,
  redaction: Redaction,
): Extract<GitLogin, { kind: 'basic' }> {
  const authorization = basicAuthorization(username, password);
  for (const secret of [password, `${username}:${password}`, authorization]) redaction.addSecret(secret);
  return { kind: 'basic', origin, authorization };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
