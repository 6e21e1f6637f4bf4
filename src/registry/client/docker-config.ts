import { isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { passwordCredential, type Credential } from './credential.ts';
import { RegistryError } from './registry-error.ts';

/** What of `~/.docker/config.json` says who we are (docker/cli, cli/config/configfile). */
export interface DockerConfig {
  /** For errors: a path, or `Secret NAMESPACE/NAME`. */
  readonly source: string;
  /** By registry, or a pattern of the kubelet's; what is in an entry is checked when it is used. */
  readonly auths: Readonly<Record<string, Json>>;
  /** The helper's name, as `ecr-login`, by registry. */
  readonly credHelpers: Readonly<Record<string, string>>;
  /** The helper for every other registry. */
  readonly credsStore?: string;
}

/** Reads the text of a `config.json`. Throws `CREDENTIALS`. */
export function parseDockerConfig(text: string, source: string): DockerConfig {
  const { auths = {}, credHelpers = {}, credsStore } = parseObject(text, source);
  if (!isJsonObject(auths)) throw invalid(source, 'its "auths" is no object');
  if (!isJsonObject(credHelpers)) throw invalid(source, 'its "credHelpers" is no object');
  const helpers = Object.entries(credHelpers).flatMap(([key, name]) => (typeof name === 'string' ? [[key, name]] : []));
  return {
    source,
    auths,
    credHelpers: Object.fromEntries(helpers),
    ...(typeof credsStore === 'string' && credsStore !== '' && { credsStore }),
  };
}

/** Reads the text of a `.dockercfg`, which is nothing but the entries. Throws `CREDENTIALS`. */
export function parseDockercfg(text: string, source: string): DockerConfig {
  return { source, auths: parseObject(text, source), credHelpers: {} };
}

/** The credential of an entry of `auths`; `undefined` where it has none, as beside a helper. Throws `CREDENTIALS`. */
export function entryCredential({ source, auths }: DockerConfig, key: string): Credential | undefined {
  const entry = auths[key];
  if (!isJsonObject(entry)) throw invalid(source, `its entry for ${key} is no object`);
  const { auth, username, password, identitytoken, registrytoken } = entry;
  if (isText(registrytoken)) return { kind: 'registry-token', token: registrytoken };
  if (isText(identitytoken)) return { kind: 'identity-token', token: identitytoken };
  if (isText(auth)) return decodeAuth(auth, source, key);
  return isText(username) && isText(password) ? passwordCredential(username, password) : undefined;
}

/** `auth` is base64 of `username:password`; Docker pads it with zero bytes at times. */
function decodeAuth(auth: string, source: string, key: string): Credential {
  const decoded = Buffer.from(auth, 'base64').toString().replace(/\0+$/, '');
  const colon = decoded.indexOf(':');
  if (colon <= 0) throw invalid(source, `the "auth" of its entry for ${key} is not base64 of USERNAME:PASSWORD`);
  return passwordCredential(decoded.slice(0, colon), decoded.slice(colon + 1));
}

/** The parser's own error quotes the text, and with it passwords: it is no cause of ours. */
function parseObject(text: string, source: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(source, 'it is not JSON');
  }
  if (!isJsonObject(value)) throw invalid(source, 'it is no object');
  return value;
}

function invalid(source: string, reason: string): RegistryError {
  return new RegistryError('CREDENTIALS', { registry: '', image: source }, `this is no docker config: ${reason}`);
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '';
}
