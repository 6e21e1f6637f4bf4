import type { JsonObject } from '../../../model/json.ts';

/** The object with these of its fields alone. */
export function pick(object: JsonObject, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => fields.includes(field)));
}
