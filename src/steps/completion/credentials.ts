import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseDockerConfig } from '../../registry/client/docker-config.ts';
import { entriesKeychain, type Keychain } from '../../registry/client/keychain.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import { CompletionError } from './completion-error.ts';

/**
 * Who we are to registries: what prepare has written into the home that its phases share; nobody where it has written
 * nothing. Rejects with `CredentialsInvalid`.
 */
export async function dockerKeychain(directory: string): Promise<Keychain> {
  const file = path.join(directory, 'config.json');
  try {
    return entriesKeychain([parseDockerConfig(await readFile(file, 'utf8'), file)]);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return async () => undefined;
    const reason = cause instanceof RegistryError ? cause.message : `${file} cannot be read`;
    throw new CompletionError('CredentialsInvalid', reason, cause);
  }
}
