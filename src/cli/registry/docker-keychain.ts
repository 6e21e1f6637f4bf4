import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { helperPrograms } from '../../registry/client/credential-helper.ts';
import { parseDockerConfig } from '../../registry/client/docker-config.ts';
import { dockerConfigKeychain, type Keychain } from '../../registry/client/keychain.ts';
import type { Terminal } from '../terminal.ts';

/** The credentials that docker has; without a config.json, none. Rejects with `CREDENTIALS` or as reading does. */
export async function dockerKeychain(environment: Terminal['environment']): Promise<Keychain> {
  const file = configFile(environment);
  const text = file === undefined ? undefined : await readIfPresent(file);
  if (file === undefined || text === undefined) return async () => undefined;
  return dockerConfigKeychain(parseDockerConfig(text, file), helperPrograms({ environment }));
}

function configFile({ DOCKER_CONFIG = '', HOME = '' }: Terminal['environment']): string | undefined {
  if (DOCKER_CONFIG !== '') return path.join(DOCKER_CONFIG, 'config.json');
  return HOME === '' ? undefined : path.join(HOME, '.docker', 'config.json');
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
