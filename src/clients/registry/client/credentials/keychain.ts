import type { ImageReference } from '../../../../core/model/image-reference.ts';
import { repositoryName } from '../../../../core/model/image-reference.ts';
import { matchingKeys, registryOfKey } from './credential-pattern.ts';
import type { CredentialHelper } from './credential-helper.ts';
import type { Credential } from './credential.ts';
import { entryCredential, type DockerConfig } from './docker-config.ts';

/** A repository of a registry. */
export type Repository = Pick<ImageReference, 'registry' | 'repository'>;

/** Returns the credential for a repository, or `undefined` for anonymous access. Rejects with `CREDENTIALS`. */
export type Keychain = (repository: Repository) => Promise<Credential | undefined>;

/** The server name of Docker Hub for credential helpers. */
const DOCKER_HUB_SERVER = 'https://index.docker.io/v1/';

/** Creates a keychain from the `auths` entries of several configs. Runs no credential helper. */
export function authsKeychain(configs: readonly DockerConfig[]): Keychain {
  return async (repository) => findCredential(configs, repository)?.credential;
}

/** A credential, and the key of its entry. */
export interface FoundCredential {
  readonly key: string;
  readonly credential: Credential;
}

/**
 * Returns the credential for a repository from the `auths` entries of several configs. Merges them as the kubelet merges a
 * Pod's Secrets. Throws `CREDENTIALS`.
 */
export function findCredential(configs: readonly DockerConfig[], repository: Repository): FoundCredential | undefined {
  const keys = [...new Set(configs.flatMap(({ auths }) => Object.keys(auths)))];
  for (const key of matchingKeys(keys, repositoryName(repository))) {
    for (const config of configs.filter(({ auths }) => Object.hasOwn(auths, key))) {
      const credential = entryCredential(config, key);
      if (credential !== undefined) return { key, credential };
    }
  }
  return undefined;
}

/**
 * Creates a keychain that uses the registry's helper, else the default helper, else the entries (docker/cli,
 * GetCredentialsStore).
 */
export function dockerConfigKeychain(config: DockerConfig, runHelper: CredentialHelper): Keychain {
  const entries = authsKeychain([config]);
  const helpers = new Map(Object.entries(config.credHelpers).map(([key, name]) => [registryOfKey(key), name]));
  return async (repository) => {
    const { registry } = repository;
    const helper = helpers.get(registry) ?? config.credsStore;
    const server = registry === 'index.docker.io' ? DOCKER_HUB_SERVER : registry;
    return (helper === undefined ? undefined : await runHelper(helper, server)) ?? (await entries(repository));
  };
}

/** Creates a keychain that returns the first credential that one of the keychains finds. */
export function multiKeychain(keychains: readonly Keychain[]): Keychain {
  return async (repository) => {
    for (const keychain of keychains) {
      const credential = await keychain(repository);
      if (credential !== undefined) return credential;
    }
    return undefined;
  };
}
