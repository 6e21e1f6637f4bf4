import { jsonSize, type JsonBounds, type JsonSize } from './json-size.ts';

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** True if the value is a list. `Array.isArray` does not narrow readonly lists. */
export function isJsonList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** True if the value, which comes from JSON, is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True if two JSON values are equal. The order of an object's fields does not matter. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]));
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]))
  );
}

/** Limits the nesting of documents, so that recursive code cannot overflow the stack. */
const MAX_LEVELS = 100;

/** Parses JSON. Returns `undefined` if the text is invalid or nests more than 100 levels deep. */
export function parseJson(text: string): Json | undefined {
  return parseSized(text, jsonSize(text, { entries: Infinity, levels: MAX_LEVELS }));
}

/** The value of a JSON text, or the bound that the text exceeds. */
export type BoundedJson =
  | { readonly kind: 'value'; readonly value: Json; readonly entries: number }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'too-large'; readonly bound: keyof JsonBounds };

/** Parses JSON like `parseJson`, unless the text exceeds the bounds. The bounds are checked before the text is parsed. */
export function parseBoundedJson(text: string, { bytes, entries }: JsonBounds): BoundedJson {
  // A character has at least one byte.
  if (text.length > bytes || Buffer.byteLength(text) > bytes) return { kind: 'too-large', bound: 'bytes' };
  const size = jsonSize(text, { entries, levels: MAX_LEVELS });
  if (size.entries > entries) return { kind: 'too-large', bound: 'entries' };
  const value = parseSized(text, size);
  return value === undefined ? { kind: 'invalid' } : { kind: 'value', value, entries: size.entries };
}

function parseSized(text: string, { levels }: JsonSize): Json | undefined {
  if (levels > MAX_LEVELS) return undefined;
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Returns the data as the API server will store it, without fields that are `undefined`. */
export function plainJson(data: object): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(data));
  if (!isJsonObject(json)) throw new TypeError('expected an object');
  return json;
}
