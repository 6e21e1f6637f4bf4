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
