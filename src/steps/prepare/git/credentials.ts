import type { CredentialInputs } from '../../../model/build-inputs.ts';
import type { Redaction } from '../../../http/redaction.ts';
import { basicAuthorization } from '../../../registry/client/credentials/credential.ts';
import { missingKey, optionalKey, secretName } from '../secret-file.ts';
import type { GitAddress } from './address.ts';

/** A credential for a git server. */
export type GitCredential =
  | { readonly kind: 'basic'; readonly origin: string; readonly authorization: string }
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

/** Reads the credentials in mounted Secrets, one for each server. Rejects with `CredentialsInvalid`. */
export async function gitCredentials(
  inputs: CredentialInputs,
  address: GitAddress,
  redaction: Redaction,
): Promise<readonly GitCredential[]> {
  const secrets = inputs.source.flatMap(({ kind, server, path }): readonly GitSecret[] => {
    if (kind === 'blob') return [];
    return [{ kind, server, name: secretName(path), read: async (key) => optionalKey(path, key) }];
  });
  return credentialsOfSecrets(secrets, address, redaction);
}

/**
 * Reads the credentials in Secrets, one for each server. The user in the address wins, then the Secret whose name sorts first
 * (kpack, pkg/git, `secretGitKeychain`). Rejects with `CredentialsInvalid`.
 */
export async function credentialsOfSecrets(
  secrets: readonly GitSecret[],
  address: GitAddress,
  redaction: Redaction,
): Promise<readonly GitCredential[]> {
  const sorted = secrets.toSorted((one, other) => compare(one.name, other.name));
  const ofSecrets = await Promise.all(sorted.map(async (secret) => ofSecret(secret, redaction)));
  const byServer = new Map<string, GitCredential>();
  for (const credential of [...ofAddress(address, redaction), ...ofSecrets.flat()]) {
    const server = credential.kind === 'basic' ? credential.origin : `ssh://${credential.host}`;
    if (!byServer.has(server)) byServer.set(server, credential);
  }
  return [...byServer.values()];
}

function ofAddress({ scheme, host, user }: GitAddress, redaction: Redaction): readonly GitCredential[] {
  return user === undefined ? [] : [basic(`${scheme}://${host}`, user.name, user.password, redaction)];
}

async function ofSecret(secret: GitSecret, redaction: Redaction): Promise<readonly GitCredential[]> {
  const { kind, server, read } = secret;
  const host = hostOf(server);
  if (host === undefined) return [];
  switch (kind) {
    case 'git-basic': {
      const [username, password] = [await required(secret, 'username'), await required(secret, 'password')];
      // As in kpack, a server without https:// matches both schemes.
      const schemes = server.startsWith('https://') ? ['https'] : ['https', 'http'];
      return schemes.map((scheme) => basic(`${scheme}://${host}`, username, password, redaction));
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

/** Returns the host of a Secret's annotation. kpack supports no paths and no patterns (pkg/git, `matchingDomains`). */
function hostOf(server: string): string | undefined {
  const host = server.replace(/^(?:https?:\/\/|git@)/, '');
  return /^(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::\d+)?$/.test(host) ? host : undefined;
}

function basic(origin: string, username: string, password: string, redaction: Redaction): GitCredential {
  const authorization = basicAuthorization(username, password);
  for (const secret of [password, `${username}:${password}`, authorization]) redaction.addSecret(secret);
  return { kind: 'basic', origin, authorization };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
