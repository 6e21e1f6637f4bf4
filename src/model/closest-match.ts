/** A longer text is not a misspelt name, and the comparison takes quadratic time. */
const LONGEST_NAME = 100;

/**
 * Returns the candidate that is most similar to `text`, for "did you mean". Returns `undefined` if each candidate differs
 * by more than `limit` characters.
 */
export function closestMatch(
  text: string,
  candidates: readonly string[],
  limit = Math.max(1, Math.floor(text.length / 3)),
): string | undefined {
  if (text.length > LONGEST_NAME) return undefined;
  const ranked = candidates
    // The distance is at least the difference of the lengths, which costs nothing to compare.
    .filter((candidate) => Math.abs(candidate.length - text.length) <= limit)
    .map((candidate) => ({ candidate, distance: distance(text.toLowerCase(), candidate.toLowerCase(), limit) }))
    .toSorted(
      (one, other) => one.distance - other.distance || endsLike(text, other.candidate) - endsLike(text, one.candidate),
    );
  const [best] = ranked;
  return best !== undefined && best.distance <= limit ? best.candidate : undefined;
}

/** Returns 1 if both names end with the same letter: of two equally similar names, a plural means the plural. */
function endsLike(text: string, candidate: string): number {
  return text.at(-1) === candidate.at(-1) ? 1 : 0;
}

// Returns the optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours count 1
// each. Returns `Infinity` as soon as it is above the limit, because each start of the command compares all variables.
function distance(one: string, other: string, limit: number): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwap && row > 1 && column > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min(replaced, swapped, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    if (Math.min(...current, ...last) > limit) return Infinity;
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
