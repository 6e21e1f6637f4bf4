/** Whether a field of `self` is there: Go does not tell an empty text from a missing one. */
export function isGiven(field: string): string {
  return `(has(self.${field}) && self.${field} != '')`;
}
