/** Whether a field of `self` is there: Go does not tell an empty text from a missing one. */
export function isGiven(field: string): string {
  return `(has(self.${field}) && self.${field} != '')`;
}

/** The text of a field, empty where it is not there. */
export function textOf(field: string): string {
  return `(has(${field}) ? ${field} : '')`;
}
