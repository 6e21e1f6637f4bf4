/**
 * JSON as Go's encoding/json writes it, so that labels have kpack's very bytes: what is dangerous in HTML is escaped.
 * Order and emptiness of the fields are the caller's.
 */
export function goJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
