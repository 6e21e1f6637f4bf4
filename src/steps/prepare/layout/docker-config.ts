import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseImageReference } from '../../../model/image-reference.ts';
import type { JsonObject } from '../../../model/json.ts';
import { registryOfKey } from '../../../registry/client/credential-pattern.ts';
import type { Credential } from '../../../registry/client/credential.ts';
import { entryCredential } from '../../../registry/client/docker-config.ts';
import { keychainOf, type RegistryCredentials } from '../credentials/registry-credentials.ts';

/** Docker Hub's key, by which go-containerregistry looks for it (pkg/authn, `DefaultAuthKey`). */
const DOCKER_HUB_KEY = 'https://index.docker.io/v1/';

/**
 * Writes the credentials where the lifecycle looks for them. It knows no patterns, so what an image's registry has by
 * one is written under its name.
 */
export async function writeDockerConfig(
  home: string,
  credentials: RegistryCredentials,
  images: readonly string[],
): Promise<void> {
  const auths = new Map<string, JsonObject>();
  for (const key of Object.keys(credentials.auths)) {
    const credential = entryCredential(credentials, key);
    if (credential !== undefined) auths.set(lifecycleKey(key), entryOf(credential));
  }
  for (const image of images) {
    const reference = parseImageReference(image);
    if (reference === undefined) continue;
    const key = lifecycleKey(reference.registry);
    const credential = auths.has(key) ? undefined : await keychainOf(credentials)(reference);
    if (credential !== undefined) auths.set(key, entryOf(credential));
  }
  const file = path.join(home, '.docker', 'config.json');
  await mkdir(path.dirname(file), { recursive: true });
  // The mode is of a new file alone.
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify({ auths: Object.fromEntries(auths) }), { mode: 0o600 });
}

function lifecycleKey(key: string): string {
  return registryOfKey(key) === 'index.docker.io' && !hasPath(key) ? DOCKER_HUB_KEY : key;
}

/** Whether an entry is for a part of a registry; `/v1/` and `/v2/` mean the whole. */
function hasPath(key: string): boolean {
  return !/^(?:https?:\/\/)?[^/]*(?:\/v[12])?\/?$/.test(key);
}

function entryOf(credential: Credential): JsonObject {
  switch (credential.kind) {
    case 'password':
      return { auth: Buffer.from(`${credential.username}:${credential.password}`).toString('base64') };
    case 'identity-token':
      return { identitytoken: credential.token };
    case 'registry-token':
      return { registrytoken: credential.token };
  }
}
