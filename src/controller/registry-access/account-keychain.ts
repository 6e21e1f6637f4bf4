import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { DOCKER_ANNOTATION } from '../../core/model/credential-annotations.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/model/json.ts';
import {
  configOfEntries,
  type DockerConfig,
  secretDockerConfig,
} from '../../clients/registry/client/credentials/docker-config.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { authsKeychain, multiKeychain, type Keychain } from '../../clients/registry/client/credentials/keychain.ts';
import type { AccountSecrets } from './account.ts';

/**
 * Returns the credentials of an account in the order of kpack's controller: those of the ServiceAccount's `secrets`,
 * then those of the pull Secrets. Throws `RegistryError` `CREDENTIALS` if a Secret cannot be parsed.
 */
export function accountKeychain({ own, pull }: AccountSecrets): Keychain {
  const ofOwn = bounded(own, (secret) => basicAuthConfig(secret) ?? dockerConfig(secret));
  const ofPull = bounded(pull, dockerConfig);
  return multiKeychain([authsKeychain(ofOwn), authsKeychain(ofPull)]);
}

/** The most registries in the Secrets of an account. Searching more holds the event loop. */
const MAX_REGISTRIES = 10_000;

/** Returns the docker configs of Secrets. Throws `CREDENTIALS` at the Secret that exceeds the limit, before parsing the next one. */
function bounded(
  secrets: readonly KubeObject[],
  read: (secret: KubeObject) => DockerConfig | undefined,
): readonly DockerConfig[] {
  let registries = 0;
  return secrets.flatMap((secret) => {
    const config = read(secret);
    registries += Object.keys(config?.auths ?? {}).length;
    if (registries > MAX_REGISTRIES) throw tooMany(secret);
    return config ?? [];
  });
}

function tooMany({ metadata }: KubeObject): RegistryError {
  const image = `Secret ${text(metadata['namespace'])}/${metadata.name}`;
  const message = `the Secrets of the ServiceAccount have more than ${MAX_REGISTRIES} registries together, which taskpack does not read; list fewer Secrets`;
  return new RegistryError('CREDENTIALS', { registry: '', image }, message);
}

function dockerConfig(secret: KubeObject): DockerConfig | undefined {
  const { type, data, metadata } = secret;
  return secretDockerConfig({
    namespace: text(metadata['namespace']),
    name: metadata.name,
    type: text(type),
    data: texts(data),
  });
}

function basicAuthConfig({ type, data, metadata }: KubeObject): DockerConfig | undefined {
  const registry = texts(metadata['annotations'])[DOCKER_ANNOTATION];
  if (type !== 'kubernetes.io/basic-auth' || registry === undefined) return undefined;
  const { username = '', password = '' } = texts(data);
  const entry: JsonObject = { username: decoded(username), password: decoded(password) };
  const source = `Secret ${text(metadata['namespace'])}/${metadata.name}`;
  return configOfEntries({ [registry]: entry }, source);
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString();
}

function texts(value: Json | undefined): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
