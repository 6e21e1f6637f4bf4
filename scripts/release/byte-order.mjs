/** Compares names of files or images, in an order that no locale changes. */
export function byBytes(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
