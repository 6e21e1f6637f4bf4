import { boundedLine } from '../../../../core/model/bounded-messages.ts';
import { isJsonObject, parseBoundedJson, type Json, type JsonObject } from '../../../../core/model/json.ts';
import { RegistryError } from '../registry-error.ts';
import { type Credential, passwordCredential } from './credential.ts';
import { withoutTrailing } from '../../../../core/model/trailing.ts';

/** The credentials part of a docker config file (docker/cli, cli/config/configfile). */
export interface DockerConfig {
  /** The source for error messages: a path, or `Secret NAMESPACE/NAME`. */
  readonly source: string;
  /** Entries by registry or by a pattern of the kubelet. An entry is validated when it is used. */
  readonly auths: Readonly<Record<string, Json>>;
  /** Credential helpers by registry, such as `ecr-login`. */
  readonly credHelpers: Readonly<Record<string, string>>;
  /** The credential helper for all other registries. */
  readonly credsStore?: string;
}

/** Parses a `config.json`. Throws `CREDENTIALS`. */
export function parseDockerConfig(text: string, source: string): DockerConfig {
  const { auths = {}, credHelpers = {}, credsStore } = parseObject(text, source);
  if (!isJsonObject(auths)) throw invalid(source, 'its "auths" must be an object of registries and credentials');
  if (!isJsonObject(credHelpers))
    throw invalid(source, 'its "credHelpers" must be an object of registries and helper names');
  const helpers = Object.entries(credHelpers).flatMap(([key, name]) => (typeof name === 'string' ? [[key, name]] : []));
  return {
    ...configOfEntries(auths, source),
    credHelpers: Object.fromEntries(helpers),
    ...(typeof credsStore === 'string' && credsStore !== '' && { credsStore }),
  };
}

/** Parses a legacy `.dockercfg`, which contains only the entries. Throws `CREDENTIALS`. */
export function parseDockercfg(text: string, source: string): DockerConfig {
  return configOfEntries(parseObject(text, source), source);
}

/** The most characters of a key, which has a host and a path, and of a credential, which no header has room for beyond this length. */
const MAX_KEY_LENGTH = 1_024;
const MAX_CREDENTIAL_LENGTH = 65_536;

/** A key can contain a login. Messages are stored where others can read them. */
function withoutLogin(key: string): string {
  return boundedLine(key.slice(key.lastIndexOf('@') + 1), 253);
}

/** Returns a config with entries alone. Throws `CREDENTIALS` for a long key or credential. */
export function configOfEntries(auths: JsonObject, source: string): DockerConfig {
  for (const [key, entry] of Object.entries(auths)) {
    if (key.length > MAX_KEY_LENGTH) {
      // A key can contain a login, so the message does not quote it.
      throw invalid(source, `one of its keys has more than ${MAX_KEY_LENGTH} characters; write HOST or HOST/PATH`);
    }
    for (const [field, value] of Object.entries(isJsonObject(entry) ? entry : {})) {
      if (typeof value !== 'string' || value.length <= MAX_CREDENTIAL_LENGTH) continue;
      const name = boundedLine(field, 40);
      const what = `the "${name}" of its entry for ${withoutLogin(key)} has more than ${MAX_CREDENTIAL_LENGTH} characters`;
      throw invalid(source, `${what}; use a shorter credential`);
    }
  }
  return { source, auths, credHelpers: {} };
}

/**
 * Returns the credential of an entry of `auths`, or `undefined` if the entry has none, as entries beside a helper do.
 * Throws `CREDENTIALS`.
 */
export function entryCredential({ source, auths }: DockerConfig, key: string): Credential | undefined {
  const entry = auths[key];
  if (!isJsonObject(entry)) throw invalid(source, `its entry for ${key} is not an object`);
  const { auth, username, password, identitytoken, registrytoken } = entry;
  if (isText(registrytoken)) return { kind: 'registry-token', token: headerToken(registrytoken, source, key) };
  if (isText(identitytoken)) return { kind: 'identity-token', token: identitytoken };
  if (isText(auth)) return decodeAuth(auth, source, key);
  return isText(username) && isText(password) ? passwordCredential(username, password) : undefined;
}

/** A token with a line break cannot be sent as a header. */
function headerToken(token: string, source: string, key: string): string {
  if (!/^[\x21-\x7e]+$/.test(token))
    throw invalid(source, `the "registrytoken" of its entry for ${key} has a space or a line break`);
  return token;
}

/** `auth` is base64 of `username:password`. Docker sometimes pads the text with zero bytes. */
function decodeAuth(auth: string, source: string, key: string): Credential {
  const decoded = withoutTrailing(Buffer.from(auth, 'base64').toString(), '\0');
  const colon = decoded.indexOf(':');
  if (colon <= 0) throw invalid(source, `the "auth" of its entry for ${key} is not base64 of USERNAME:PASSWORD`);
  return passwordCredential(decoded.slice(0, colon), decoded.slice(colon + 1));
}

/** The size limit of a Secret. Tenants choose their Secrets, so the size is checked before the controller parses one. */
const MAX_BYTES = 1024 * 1024;

/** The most list items and fields. Each registry has two to five. */
const MAX_ENTRIES = 10_000;

/** Drops the parser's error, because it quotes the text and so the passwords. */
function parseObject(text: string, source: string): JsonObject {
  const bounds = { bytes: MAX_BYTES, entries: MAX_ENTRIES };
  const json = parseBoundedJson(text, bounds);
  if (json.kind === 'too-large') {
    const what = json.bound === 'bytes' ? 'bytes' : 'list items and fields';
    throw invalid(source, `it has more than ${bounds[json.bound]} ${what}; keep only the registries that are used`);
  }
  if (json.kind === 'invalid') throw invalid(source, 'it is not JSON');
  if (!isJsonObject(json.value)) throw invalid(source, 'it is not an object');
  return json.value;
}

function invalid(source: string, reason: string): RegistryError {
  return new RegistryError('CREDENTIALS', { registry: '', image: source }, `not a valid docker config: ${reason}`);
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

/** The parts of a Secret that can hold registry credentials. */
export interface CredentialSecret {
  readonly namespace: string;
  readonly name: string;
  readonly type: string;
  /** Base64 values, as the API server returns them. */
  readonly data: Readonly<Record<string, string>>;
}

/**
 * Returns the docker config of a Secret of the types `kubernetes.io/dockerconfigjson` and `kubernetes.io/dockercfg`, or
 * `undefined` for other types. Ignores credential helpers: the author of a Secret must not choose programs that
 * taskpack runs. Throws `CREDENTIALS`.
 */
export function secretDockerConfig({ namespace, name, type, data }: CredentialSecret): DockerConfig | undefined {
  const source = `Secret ${namespace}/${name}`;
  const text = (key: string): string => Buffer.from(data[key] ?? '', 'base64').toString();
  switch (type) {
    case 'kubernetes.io/dockerconfigjson': {
      const { auths } = parseDockerConfig(text('.dockerconfigjson'), source);
      return { source, auths, credHelpers: {} };
    }
    case 'kubernetes.io/dockercfg':
      return parseDockercfg(text('.dockercfg'), source);
    default:
      return undefined;
  }
}
