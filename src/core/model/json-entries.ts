/**
 * True if a JSON value has more list items and object fields at all levels than the limit. Stops at the limit. Nested
 * values are on a list instead of the stack, because a hostile value can nest deeply.
 */
export function hasMoreEntries(value: unknown, limit: number): boolean {
  let entries = 0;
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const children: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    entries += children.length;
    if (entries > limit) return true;
    for (const child of children) if (typeof child === 'object' && child !== null) open.push(child);
  }
  return false;
}
