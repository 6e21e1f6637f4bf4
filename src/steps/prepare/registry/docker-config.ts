import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { repositoryName } from '../../../core/model/image-reference.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { matchingKeys, registryOfKey } from '../../../clients/registry/client/credentials/credential-pattern.ts';
import type { Credential } from '../../../clients/registry/client/credentials/credential.ts';
import { findCredential, type Repository } from '../../../clients/registry/client/credentials/keychain.ts';
import { entryCredential } from '../../../clients/registry/client/credentials/docker-config.ts';
import type { RegistryCredentials } from './credentials.ts';
import type { RegistryLogin } from './logins.ts';

/** The key that go-containerregistry uses for Docker Hub (pkg/authn, `DefaultAuthKey`). */
const DOCKER_HUB_KEY = 'https://index.docker.io/v1/';

/**
 * Writes `config.json` into the directory that DOCKER_CONFIG names for the lifecycle and for completion. The lifecycle looks
 * up a registry's name only and supports no patterns. Its login is written under this name. completion also knows entries
 * for paths. An entry for one of the Build's images is left out if it has another login than the lifecycle's. The
 * repositories of `signatures` keep their logins.
 */
export async function writeDockerConfig(
  directory: string,
  credentials: RegistryCredentials,
  logins: ReadonlyMap<string, RegistryLogin>,
  signatures: readonly Repository[],
): Promise<void> {
  const auths = new Map<string, JsonObject>();
  for (const key of Object.keys(credentials.auths)) {
    const credential = entryCredential(credentials, key);
    if (credential !== undefined) auths.set(lifecycleKey(key), entryOf(credential));
  }
  for (const [registry, { credential, images }] of logins) {
    const entry = credential === undefined ? {} : entryOf(credential);
    for (const key of images.flatMap((image) => matchingKeys([...auths.keys()], repositoryName(image)))) {
      if (hasPath(key) && !isDeepStrictEqual(auths.get(key), entry)) auths.delete(key);
    }
    // Without an entry for its name, the lifecycle would use any entry for a path of the registry.
    const hasPaths = [...auths.keys()].some((key) => registryOfKey(key) === registry);
    if (credential !== undefined || hasPaths) auths.set(lifecycleKey(registry), entry);
  }
  for (const repository of signatures) {
    const login = findCredential([credentials], repository);
    const lifecycles = logins.get(repository.registry);
    const isImage = lifecycles?.images.some((image) => image.repository === repository.repository) ?? true;
    if (login !== undefined && !isImage) auths.set(repositoryName(repository), entryOf(login.credential));
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
