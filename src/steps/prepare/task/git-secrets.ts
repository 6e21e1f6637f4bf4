import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CredentialInputs } from '../../../core/model/build-inputs.ts';
import { percentDecoded } from '../../../core/model/percent-decoded.ts';
import { directoryEntries } from '../directory-entries.ts';
import { parseGitAddress } from '../../../clients/git/address.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { identityFiles } from './ssh-config.ts';

type GitSecret = CredentialInputs['source'][number];

/** The key of a kubernetes.io/ssh-auth Secret and the default key files of OpenSSH. */
const PRIVATE_KEYS = ['ssh-privatekey', 'id_ed25519', 'id_ecdsa', 'id_rsa'];

/**
 * Reads the credentials for a repository's server. A directory can be a Secret (kubernetes.io/basic-auth or ssh-auth), contain
 * git's `.git-credentials`, or be an `~/.ssh` directory of a user or of Tekton. Writes each credential as a mounted Secret
 * below `folder`, the form that `gitCredentials` reads. Rejects with `CredentialsInvalid`.
 */
export async function gitSecrets(
  directories: readonly string[],
  url: string,
  folder: string,
): Promise<readonly GitSecret[]> {
  const address = parseGitAddress(url);
  const { host } = address;
  const found: GitSecret[] = [];
  for (const directory of directories) {
    const add = async (
      kind: GitSecret['kind'],
      server: string,
      keys: Readonly<Record<string, string>>,
    ): Promise<void> => {
      const place = path.join(folder, `git-${found.length}`);
      await mkdir(place, { recursive: true, mode: 0o700 });
      for (const [name, text] of Object.entries(keys)) await writeFile(path.join(place, name), text, { mode: 0o600 });
      found.push({ kind, server, path: place });
    };
    const read = await reader(directory);
    const [username, password] = [await read('username'), await read('password')];
    if (username !== undefined && password !== undefined) await add('git-basic', host, { username, password });
    for (const line of storedCredentials((await read('.git-credentials')) ?? '')) {
      await add('git-basic', line.server, { username: line.username, password: line.password });
    }
    const names = [...identityFiles((await read('config')) ?? '', address), ...PRIVATE_KEYS];
    const key = (await Promise.all(names.map(read))).find((text) => text !== undefined);
    const knownHosts = await read('known_hosts');
    if (key !== undefined) {
      const keys = { 'ssh-privatekey': key, ...(knownHosts !== undefined && { known_hosts: knownHosts }) };
      await add('git-ssh', host, keys);
    }
  }
  return found;
}

async function reader(directory: string): Promise<(name: string) => Promise<string | undefined>> {
  const names = await directoryEntries(directory).catch((error: unknown) => {
    throw unreadable(directory, error);
  });
  return async (name) => {
    if (!names.includes(name)) return undefined;
    return readFile(path.join(directory, name), 'utf8').catch((error: unknown) => {
      throw unreadable(path.join(directory, name), error);
    });
  };
}

/** Each line is a URL (git-credential-store(1), "STORAGE FORMAT"). */
function storedCredentials(
  text: string,
): readonly { readonly server: string; readonly username: string; readonly password: string }[] {
  return text.split('\n').flatMap((line, index) => {
    const url = URL.canParse(line.trim()) ? new URL(line.trim()) : undefined;
    if (url === undefined || url.username === '' || url.password === '') return [];
    const [username, password] = [decoded(url.username, index + 1), decoded(url.password, index + 1)];
    return [{ server: `${url.protocol}//${url.host}`, username, password }];
  });
}

/** The message does not contain the text, because it can be a password. */
function decoded(text: string, line: number): string {
  const plain = percentDecoded(text);
  if (plain !== undefined) return plain;
  throw new PrepareError(
    'CredentialsInvalid',
    `line ${line} of .git-credentials has an invalid percent-encoding: write % as %25`,
  );
}

function unreadable(file: string, cause: unknown): PrepareError {
  return new PrepareError('CredentialsInvalid', `cannot read the credentials in ${file}`, cause);
}
