/**
 * Returns the CEL expression that is true if a field of `self` is not empty. In Go, an empty string equals a missing
 * field.
 */
export function isGiven(field: string): string {
  return `(has(self.${field}) && self.${field} != '')`;
}

/** Returns the CEL expression for a string field, which is empty if the field is missing. */
export function textOf(field: string): string {
  return `(has(${field}) ? ${field} : '')`;
}
