/** Compares strings by UTF-16 code units. The result does not depend on the locale. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
