import type { Json, JsonObject } from '../../src/core/model/json.ts';

/** Returns an object with the field, or without it if the list is empty. */
export function listField(field: string, items: readonly Json[]): JsonObject {
  return items.length === 0 ? {} : { [field]: items };
}
