import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ACCOUNT } from '../../cluster/registry/account.ts';

/** Writes a `config.json` with the credentials of the test bed's user to a folder. */
export function writeDockerConfig(folder: string, registries: readonly string[], text = configOf(registries)): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'config.json'), text);
}

function configOf(registries: readonly string[]): string {
  const auth = Buffer.from(`${ACCOUNT.username}:${ACCOUNT.password}`).toString('base64');
  return JSON.stringify({ auths: Object.fromEntries(registries.map((registry) => [registry, { auth }])) });
}
