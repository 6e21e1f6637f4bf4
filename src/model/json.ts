/** Any JSON value. Parsed input has the type `unknown` until it is validated. */
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

/** Limits the nesting of documents, so that recursive code cannot overflow the stack. */
const MAX_LEVELS = 100;

/** Parses JSON. Returns `undefined` if the text is invalid or nests more than 100 levels deep. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return levelsOf(value) > MAX_LEVELS ? undefined : value;
  } catch {
    return undefined;
  }
}

function levelsOf(value: unknown): number {
  let levels = 0;
  for (let level = [value]; level.length > 0; level = level.flatMap(valuesOf)) levels += 1;
  return levels;
}

function valuesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
