import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseImageReference } from '../../../model/image-reference.ts';
import type { JsonObject } from '../../../model/json.ts';
import { registryOfKey } from '../../../registry/client/credentials/credential-pattern.ts';
import type { Credential } from '../../../registry/client/credentials/credential.ts';
import { entryCredential } from '../../../registry/client/credentials/docker-config.ts';
import { keychainOf, type RegistryCredentials } from './credentials.ts';

/** The key that go-containerregistry uses for Docker Hub (pkg/authn, `DefaultAuthKey`). */
const DOCKER_HUB_KEY = 'https://index.docker.io/v1/';

/**
 * Writes `config.json` into the directory that DOCKER_CONFIG names for the lifecycle. The lifecycle does not support
 * patterns, so a credential that matches an image's registry by a pattern is also written under the registry's name.
 */
export async function writeDockerConfig(
  directory: string,
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
  const file = path.join(directory, 'config.json');
  await mkdir(directory, { recursive: true });
  // writeFile sets the mode only if it creates the file.
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify({ auths: Object.fromEntries(auths) }), { mode: 0o600 });
}

function lifecycleKey(key: string): string {
  return registryOfKey(key) === 'index.docker.io' && !hasPath(key) ? DOCKER_HUB_KEY : key;
}

/** True if the key is for a path of a registry. `/v1/` and `/v2/` mean the whole registry. */
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
