import { isJsonObject, type Json, type JsonObject, parseBoundedJson } from '../model/json.ts';
import type { Pod } from '../model/objects/pod.ts';
import { json } from '../model/objects/reader.ts';

/**
 * Keys of Secrets with public values, which are often common words. They come from the core/v1 Secret types, kpack and the
 * service binding spec ("Well-known Secret Entries").
 */
const PUBLIC_KEYS = new Set([
  'username',
  'known_hosts',
  'ca.crt',
  'tls.crt',
  'service-ca.crt',
  'namespace',
  'cosign.pub',
  'type',
  'provider',
]);

/** The secret fields of a docker config. */
const DOCKER_KEYS = new Set(['password', 'auth', 'identitytoken', 'registrytoken']);

/** The Secrets are too large to be masked. The message is the end of a sentence. */
export class SecretsTooLargeError extends Error {
  override readonly name = 'SecretsTooLargeError';
}

/**
 * Returns the values of a core/v1 Secret that must be masked. Throws `SecretsTooLargeError` for a value of JSON with more list
 * items and fields than `maxEntries`.
 */
export function secretValues(
  { data, stringData }: JsonObject,
  maxEntries = Number.POSITIVE_INFINITY,
): readonly string[] {
  const entries = [...decoded(data), ...Object.entries(json(stringData))];
  const values = entries.flatMap(([key, value]) => (typeof value === 'string' ? valuesOf(key, value, maxEntries) : []));
  return [...values, ...basicAuthorization(new Map(entries))];
}

function decoded(data: Json | undefined): readonly (readonly [string, string])[] {
  return Object.entries(json(data)).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, Buffer.from(value, 'base64').toString()] as const] : [],
  );
}

function valuesOf(key: string, value: string, maxEntries: number): readonly string[] {
  if (PUBLIC_KEYS.has(key)) return [];
  if (key === '.dockerconfigjson' || key === '.dockercfg') return dockerSecrets(parsed(value, maxEntries));
  return [value, ...serviceCredentials(value, maxEntries)];
}

function parsed(value: string, entries: number): Json | undefined {
  const read = parseBoundedJson(value, { bytes: Number.POSITIVE_INFINITY, entries });
  if (read.kind === 'too-large')
    throw new SecretsTooLargeError(`one has JSON with more than ${entries} list items and fields`);
  return read.kind === 'value' ? read.value : undefined;
}

function dockerSecrets(value: Json | undefined): readonly string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    if (typeof field === 'string') return DOCKER_KEYS.has(key) ? [field, ...passwordOf(key, field)] : [];
    return dockerSecrets(field);
  });
}

/** Shorter texts, such as ports and names of databases, are often common words. */
const MIN_CREDENTIAL_LENGTH = 8;

/**
 * Returns the texts below each `credentials` of a JSON value. Cloud Foundry's variable `VCAP_SERVICES` has all credentials of
 * an application in one value, and programs print one of them rather than the whole value.
 */
function serviceCredentials(value: string, maxEntries: number): readonly string[] {
  if (!/^\s*\{/.test(value) || !value.includes('"credentials"')) return [];
  return textsBelowCredentials(parsed(value, maxEntries), false).filter(
    (found) => found.length >= MIN_CREDENTIAL_LENGTH,
  );
}

function textsBelowCredentials(value: Json | undefined, isBelow: boolean): readonly string[] {
  if (typeof value === 'string') return isBelow ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((entry) => textsBelowCredentials(entry, isBelow));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    textsBelowCredentials(entry, isBelow || key === 'credentials'),
  );
}

/** `auth` is `user:password` in base64. */
function passwordOf(key: string, field: string): readonly string[] {
  return key === 'auth'
    ? [
        Buffer.from(field, 'base64')
          .toString()
          .replace(/^[^:]*:/, ''),
      ]
    : [];
}

/** Returns the credentials of an Authorization header (RFC 7617). */
function basicAuthorization(entries: ReadonlyMap<string, Json>): readonly string[] {
  const [username, password] = [entries.get('username'), entries.get('password')];
  if (typeof username !== 'string' || typeof password !== 'string') return [];
  return [Buffer.from(`${username}:${password}`).toString('base64')];
}

/** Returns the names of the Secrets in the volumes of a Pod spec or Tekton task spec. */
export function mountedSecrets({ volumes }: Pick<Pod['spec'], 'volumes'>): readonly string[] {
  return [...new Set(volumes.flatMap(({ secret }) => secret?.secretName ?? []))];
}
