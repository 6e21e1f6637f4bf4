import type { KubeObject } from '../kube/client/kube-object.ts';
import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';
import type { DockerConfig } from '../registry/client/docker-config.ts';
import { entriesKeychain, firstOf, type Keychain } from '../registry/client/keychain.ts';
import { secretDockerConfig } from '../registry/client/kubernetes-secret.ts';
import type { AccountSecrets } from './account-secrets.ts';

/** The registry for which a Secret of type basic-auth is. */
const DOCKER = 'kpack.io/docker';

/**
 * Who an account is to registries, in the order in which kpack's controller asks: what the ServiceAccount lists as its
 * own, then what pulls images. Throws `CREDENTIALS` where a Secret cannot be read.
 */
export function accountKeychain({ own, pull }: AccountSecrets): Keychain {
  const ofOwn = own.flatMap((secret) => basicAuthConfig(secret) ?? dockerConfig(secret) ?? []);
  const ofPull = pull.flatMap((secret) => dockerConfig(secret) ?? []);
  return firstOf([entriesKeychain(ofOwn), entriesKeychain(ofPull)]);
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
  const registry = texts(metadata['annotations'])[DOCKER];
  if (type !== 'kubernetes.io/basic-auth' || registry === undefined) return undefined;
  const { username = '', password = '' } = texts(data);
  const entry: JsonObject = { username: decoded(username), password: decoded(password) };
  const source = `Secret ${text(metadata['namespace'])}/${metadata.name}`;
  return { source, auths: { [registry]: entry }, credHelpers: {} };
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
