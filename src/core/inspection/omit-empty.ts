/**
 * Returns an object without the fields that are `undefined`, `null`, or an empty text or list, like Go's `omitempty`.
 */
export function omitEmpty(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
