/** What JSON can say. Parsed input that nothing has checked yet is `unknown`, not this. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether JSON is a list: `Array.isArray` does not narrow readonly ones. */
export function isJsonList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a value, of which nothing is known but that it came from JSON, is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Nobody writes documents that nest deeper; code that follows their levels by recursion must not end at some. */
const MOST_LEVELS = 100;

/** What JSON says; `undefined` where a text is none, or nests more than 100 levels deep. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return levelsOf(value) > MOST_LEVELS ? undefined : value;
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
