import { isJsonObject, parseJson, type Json, type JsonObject } from '../model/json.ts';

/**
 * Fields of Secrets that hold nothing to be hidden (core/v1 Secret types, kpack's, and those of service bindings:
 * servicebinding/spec, "Well-known Secret Entries"), and whose values are common words.
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

/** Fields of docker's configuration that are secrets. */
const DOCKER_KEYS = new Set(['password', 'auth', 'identitytoken', 'registrytoken']);

/** What must not be shown of a core/v1 Secret. */
export function secretValues({ data, stringData }: JsonObject): readonly string[] {
  const fields = [...decoded(data), ...(isJsonObject(stringData) ? Object.entries(stringData) : [])];
  const values = fields.flatMap(([key, value]) => (typeof value === 'string' ? valuesOf(key, value) : []));
  return [...values, ...basicAuthorization(new Map(fields))];
}

function decoded(data: Json | undefined): readonly (readonly [string, string])[] {
  return Object.entries(isJsonObject(data) ? data : {}).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, Buffer.from(value, 'base64').toString()] as const] : [],
  );
}

function valuesOf(key: string, value: string): readonly string[] {
  if (PUBLIC_KEYS.has(key)) return [];
  return key === '.dockerconfigjson' || key === '.dockercfg' ? dockerSecrets(parseJson(value)) : [value];
}

function dockerSecrets(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    if (typeof field === 'string') return DOCKER_KEYS.has(key) ? [field, ...passwordOf(key, field)] : [];
    return dockerSecrets(field);
  });
}

/** `auth` is user and password in base64. */
function passwordOf(key: string, field: string): readonly string[] {
  return key === 'auth'
    ? [
        Buffer.from(field, 'base64')
          .toString()
          .replace(/^[^:]*:/, ''),
      ]
    : [];
}

/** As the header has it (RFC 7617). */
function basicAuthorization(fields: ReadonlyMap<string, Json>): readonly string[] {
  const [username, password] = [fields.get('username'), fields.get('password')];
  if (typeof username !== 'string' || typeof password !== 'string') return [];
  return [Buffer.from(`${username}:${password}`).toString('base64')];
}
