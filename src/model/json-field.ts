import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** The text of a field; `undefined` where it has none, or an empty one, which is how Go writes that there is none. */
export function textAt(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The fields that have a text, by their own names. */
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

/** The object of a field; an empty one where it has none. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}

/** The objects of a list; none where the field has no list. */
export function objectsAt(object: JsonObject, key: string): readonly JsonObject[] {
  const value: Json | undefined = object[key];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
