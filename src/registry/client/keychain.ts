import type { ImageReference } from '../../model/image-reference.ts';
import { repositoryName } from '../../model/image-reference.ts';
import { matchingKeys, registryOfKey } from './credential-pattern.ts';
import type { CredentialHelper } from './credential-helper.ts';
import type { Credential } from './credential.ts';
import { entryCredential, type DockerConfig } from './docker-config.ts';

/** A repository and where it is. */
export type Repository = Pick<ImageReference, 'registry' | 'repository'>;

/** Who we are to a registry, for a repository; `undefined` is anonymous. Rejects with `CREDENTIALS`. */
export type Keychain = (repository: Repository) => Promise<Credential | undefined>;

/** What Docker Hub is to helpers. */
const DOCKER_HUB_SERVER = 'https://index.docker.io/v1/';

/** The entries of all configs as one, as the kubelet takes the Secrets of a pod; no helper is asked. */
export function entriesKeychain(configs: readonly DockerConfig[]): Keychain {
  const keys = [...new Set(configs.flatMap(({ auths }) => Object.keys(auths)))];
  return async (repository) => {
    for (const key of matchingKeys(keys, repositoryName(repository))) {
      for (const config of configs.filter(({ auths }) => Object.hasOwn(auths, key))) {
        const credential = entryCredential(config, key);
        if (credential !== undefined) return credential;
      }
    }
    return undefined;
  };
}

/** A docker config: the registry's helper, else the helper for all, else the entries (docker/cli, GetCredentialsStore). */
export function dockerConfigKeychain(config: DockerConfig, askHelper: CredentialHelper): Keychain {
  const entries = entriesKeychain([config]);
  const helpers = new Map(Object.entries(config.credHelpers).map(([key, name]) => [registryOfKey(key), name]));
  return async (repository) => {
    const { registry } = repository;
    const helper = helpers.get(registry) ?? config.credsStore;
    const server = registry === 'index.docker.io' ? DOCKER_HUB_SERVER : registry;
    return (helper === undefined ? undefined : await askHelper(helper, server)) ?? (await entries(repository));
  };
}

/** The first keychain's answer that is not anonymous. */
export function firstOf(keychains: readonly Keychain[]): Keychain {
  return async (repository) => {
    for (const keychain of keychains) {
      const credential = await keychain(repository);
      if (credential !== undefined) return credential;
    }
    return undefined;
  };
}
