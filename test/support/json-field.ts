import { isJsonObject, type Json, type JsonObject } from '../../src/core/model/json.ts';

/**
 * Returns the string at `key`. Returns `undefined` if the value is not a string, or is empty: Go writes a missing
 * string as an empty one.
 */
export function textAt(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the fields among `keys` whose value is a non-empty string. */
export function textsAt<Key extends string>(
  object: JsonObject,
  ...keys: readonly Key[]
): { readonly [key in Key]?: string } {
  const texts: { [key in Key]?: string } = {};
  for (const key of keys) {
    const text = textAt(object, key);
    if (text !== undefined) texts[key] = text;
  }
  return texts;
}

/** Returns the object at `key`, or an empty object if the value is not an object. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}

/** Returns the strings in the list at `key`, or an empty list if the value is not a list. */
export function stringsAt(object: JsonObject, key: string): readonly string[] {
  const value: Json | undefined = object[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns the objects in the list at `key`, or an empty list if the value is not a list. */
export function objectsAt(object: JsonObject, key: string): readonly JsonObject[] {
  const value: Json | undefined = object[key];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
