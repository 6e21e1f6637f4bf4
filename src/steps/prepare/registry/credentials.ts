import type { Redaction } from '../../../clients/http/redaction.ts';
import type { CredentialInputs } from '../../../core/model/build-inputs.ts';
import type { Json } from '../../../core/model/json.ts';
import { registryOfKey } from '../../../clients/registry/client/credentials/credential-pattern.ts';
import { secretsOf } from '../../../clients/registry/client/credentials/credential.ts';
import {
  type DockerConfig,
  entryCredential,
  parseDockercfg,
  parseDockerConfig,
} from '../../../clients/registry/client/credentials/docker-config.ts';
import { authsKeychain, type Keychain } from '../../../clients/registry/client/credentials/keychain.ts';
import { RegistryError } from '../../../clients/registry/client/registry-error.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { optionalKey, requiredKey, secretName } from '../../../clients/secret-file.ts';

type RegistrySecret = CredentialInputs['registry'][number];

/** Credentials for registries, at most one for each registry or path. The first one wins. */
export type RegistryCredentials = DockerConfig;

/** Reads the ServiceAccount's Secrets for registries. Basic-auth Secrets come first, as in kpack. Rejects with `CredentialsInvalid`. */
export async function readRegistrySecrets(
  secrets: readonly RegistrySecret[],
  redaction: Redaction,
): Promise<RegistryCredentials> {
  const basic = secrets.filter(({ kind }) => kind === 'basic');
  const docker = secrets.filter(({ kind }) => kind !== 'basic');
  const configs = await Promise.all([
    ...basic.map(basicConfig),
    ...docker.map(async ({ path }) => dockerConfigs(path)),
  ]);
  return mergeConfigs(configs.flat(), redaction);
}

/** Reads the imagePullSecrets. Rejects with `CredentialsInvalid`. */
export async function readPullSecrets(paths: readonly string[], redaction: Redaction): Promise<RegistryCredentials> {
  return mergeConfigs((await Promise.all(paths.map(dockerConfigs))).flat(), redaction);
}

/** Joins credentials. The first ones win. */
export function joinCredentials(first: RegistryCredentials, others: RegistryCredentials): RegistryCredentials {
  return joinConfigs([first, others]);
}

/** Returns a keychain for registry clients. */
export function keychainOf(credentials: RegistryCredentials): Keychain {
  return authsKeychain([credentials]);
}

async function basicConfig({ path, server = '' }: RegistrySecret): Promise<readonly DockerConfig[]> {
  const [username, password] = [await requiredKey(path, 'username'), await requiredKey(path, 'password')];
  return [{ source: `Secret ${secretName(path)}`, auths: { [server]: { username, password } }, credHelpers: {} }];
}

/** Reads both keys whatever the Secret's type, as kpack does. Credential helpers are dropped, because users must not run programs. */
async function dockerConfigs(path: string): Promise<readonly DockerConfig[]> {
  const source = `Secret ${secretName(path)}`;
  const old = await optionalKey(path, '.dockercfg');
  // Tekton's workspaces use the file name of the docker CLI, config.json.
  const current = await Promise.all(['.dockerconfigjson', 'config.json'].map(async (key) => optionalKey(path, key)));
  try {
    return [
      ...(old === undefined ? [] : [parseDockercfg(old, source)]),
      ...current
        .filter((text) => text !== undefined)
        .map((text) => ({ source, auths: parseDockerConfig(text, source).auths, credHelpers: {} })),
    ];
  } catch (error) {
    throw badCredentials(error);
  }
}

function mergeConfigs(configs: readonly DockerConfig[], redaction: Redaction): RegistryCredentials {
  try {
    for (const config of configs) {
      for (const key of Object.keys(config.auths)) {
        const credential = entryCredential(config, key);
        for (const secret of credential === undefined ? [] : secretsOf(credential)) redaction.addSecret(secret);
      }
    }
  } catch (error) {
    throw badCredentials(error);
  }
  return joinConfigs(configs);
}

/** An entry for a whole registry hides all later entries for it. An entry for a path hides later entries for that path. */
function joinConfigs(configs: readonly DockerConfig[]): DockerConfig {
  const auths = new Map<string, Json>();
  const taken = new Set<string>();
  for (const config of configs) {
    const places = Object.keys(config.auths).map((key) => [key, placeOf(key)] as const);
    const fresh = places.filter(([key, place]) => !taken.has(place) && !taken.has(registryOfKey(key)));
    for (const [key] of fresh) auths.set(key, config.auths[key] ?? {});
    for (const [, place] of fresh) taken.add(place);
  }
  return { source: configs.map(({ source }) => source).join(', '), auths: Object.fromEntries(auths), credHelpers: {} };
}

/** Returns the registry and path of an entry. */
function placeOf(key: string): string {
  const [, path = ''] = /^(?:https?:\/\/)?[^/]*(\/.*)?$/s.exec(key) ?? [];
  return registryOfKey(key) + path.replace(/^\/v[12]\//, '/').replace(/\/$/, '');
}

function badCredentials(error: unknown): unknown {
  return error instanceof RegistryError ? new PrepareError('CredentialsInvalid', error.message, error) : error;
}
