import type { Redaction } from '../../../http/redaction.ts';
import type { CredentialInputs } from '../../../model/build-inputs.ts';
import type { Json } from '../../../model/json.ts';
import { registryOfKey } from '../../../registry/client/credential-pattern.ts';
import { secretsOf } from '../../../registry/client/credential.ts';
import {
  entryCredential,
  parseDockercfg,
  parseDockerConfig,
  type DockerConfig,
} from '../../../registry/client/docker-config.ts';
import { entriesKeychain, type Keychain } from '../../../registry/client/keychain.ts';
import { RegistryError } from '../../../registry/client/registry-error.ts';
import { PrepareError } from '../prepare-error.ts';
import { optionalKey, requiredKey, secretName } from './secret-file.ts';

type RegistrySecret = CredentialInputs['registry'][number];

/** Credentials for registries, of which no two are for the same: what came first is valid. */
export type RegistryCredentials = DockerConfig;

/** Those of the ServiceAccount's Secrets, basic ones first, as kpack has them. Rejects with `CredentialsInvalid`. */
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
  return merged(configs.flat(), redaction);
}

/** Those of Secrets that pull images. Rejects with `CredentialsInvalid`. */
export async function readPullSecrets(paths: readonly string[], redaction: Redaction): Promise<RegistryCredentials> {
  return merged((await Promise.all(paths.map(dockerConfigs))).flat(), redaction);
}

/** Both; the first go before the others. */
export function withMore(first: RegistryCredentials, others: RegistryCredentials): RegistryCredentials {
  return joined([first, others]);
}

/** Who we are to registries by these credentials. */
export function keychainOf(credentials: RegistryCredentials): Keychain {
  return entriesKeychain([credentials]);
}

async function basicConfig({ path, server = '' }: RegistrySecret): Promise<readonly DockerConfig[]> {
  const [username, password] = [await requiredKey(path, 'username'), await requiredKey(path, 'password')];
  return [{ source: `Secret ${secretName(path)}`, auths: { [server]: { username, password } }, credHelpers: {} }];
}

/** Whatever the Secret's type: kpack reads both keys. Helpers are programs that nobody but us may choose. */
async function dockerConfigs(path: string): Promise<readonly DockerConfig[]> {
  const source = `Secret ${secretName(path)}`;
  const old = await optionalKey(path, '.dockercfg');
  // The second is the name in Tekton's workspaces.
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

function merged(configs: readonly DockerConfig[], redaction: Redaction): RegistryCredentials {
  try {
    for (const config of configs) {
      for (const key of Object.keys(config.auths)) {
        const credential = entryCredential(config, key);
        for (const secret of credential === undefined ? [] : secretsOf(credential)) redaction.hide(secret);
      }
    }
  } catch (error) {
    throw badCredentials(error);
  }
  return joined(configs);
}

/** An entry for a whole registry hides all later ones for it; one for a path, those for that path. */
function joined(configs: readonly DockerConfig[]): DockerConfig {
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

/** The registry, and the path that an entry is for. */
function placeOf(key: string): string {
  const [, path = ''] = /^(?:https?:\/\/)?[^/]*(.*)$/s.exec(key) ?? [];
  return registryOfKey(key) + path.replace(/^\/v[12]\//, '/').replace(/\/$/, '');
}

function badCredentials(error: unknown): unknown {
  return error instanceof RegistryError ? new PrepareError('CredentialsInvalid', error.message, error) : error;
}
