/** `a@1 → b@1 → a@1`, from the same place wherever the circle was entered, so that it is told once. */
export function formatCycle(names: readonly string[]): string {
  const start = names.indexOf(names.toSorted()[0] ?? '');
  const turned = [...names.slice(start), ...names.slice(0, start)];
  return [...turned, ...turned.slice(0, 1)].join(' → ');
}
