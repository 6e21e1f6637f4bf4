import type { Json, JsonObject } from '../model/json.ts';

/** Formats JSON as Go's `json.Marshal` does, which escapes the characters that are special in HTML. */
export function goJson(value: Json): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Returns the fields in the given order, as Go writes a struct. Leaves out absent fields, and empty ones unless they are
 * required.
 */
export function goStruct(
  object: { readonly [field: string]: Json | undefined },
  fields: readonly string[],
  required: readonly string[] = [],
): JsonObject {
  const entries = fields.flatMap((field) => {
    const value = object[field];
    if (required.includes(field)) return [[field, value ?? ''] as const];
    return value === undefined || isEmpty(value) ? [] : [[field, value] as const];
  });
  return Object.fromEntries(entries);
}

function isEmpty(value: Json): boolean {
  return value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
}
