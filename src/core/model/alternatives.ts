/** Joins words with commas and a last `or`. */
export function alternatives(words: readonly string[]): string {
  const [last = '', ...before] = words.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} or ${last}`;
}
