/** A longer text is not a misspelt name, and with a large limit the comparison takes quadratic time. */
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
    // A change of a text adds at most one letter and removes at most one.
    .filter((candidate) => differentLetters(text, candidate) <= 2 * limit)
    .map((candidate) => ({ candidate, distance: distance(text.toLowerCase(), candidate.toLowerCase(), limit) }))
    .toSorted(
      (one, other) => one.distance - other.distance || endsLike(text, other.candidate) - endsLike(text, one.candidate),
    );
  const [best] = ranked;
  return best !== undefined && best.distance <= limit ? best.candidate : undefined;
}

/** Returns the number of letters and other characters that only one of the texts has. Some characters count as the same one. */
function differentLetters(one: string, other: string): number {
  let [count, bits] = [0, charactersOf(one) ^ charactersOf(other)];
  for (; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

/** Returns a number with one bit for each character. A letter has the same bit in upper and lower case. */
function charactersOf(text: string): number {
  let bits = 0;
  for (let index = 0; index < text.length; index += 1) bits |= 1 << (text.charCodeAt(index) & 31);
  return bits;
}

/** Returns 1 if both names end with the same letter: of two equally similar names, a plural means the plural. */
function endsLike(text: string, candidate: string): number {
  return text.at(-1) === candidate.at(-1) ? 1 : 0;
}

/**
 * Returns the optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours count 1 each. Returns
 * another number above the limit if the distance is above it, so only cells near the diagonal matter (Ukkonen 1985). Stops after two
 * rows above the limit, because the controller compares thousands of ids.
 */
function distance(one: string, other: string, limit: number): number {
  const length = other.length + 1;
  let [beforeLast, last, current] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)];
  for (let column = 0; column <= other.length; column += 1) last[column] = column;
  let leastOfLast = 0;
  for (let row = 1; row <= one.length; row += 1) {
    current.fill(Infinity);
    current[0] = row;
    let least = row;
    const end = Math.min(other.length, row + limit);
    for (let column = Math.max(1, row - limit); column <= end; column += 1) {
      const [left, right] = [one.charCodeAt(row - 1), other.charCodeAt(column - 1)];
      const replaced = (last[column - 1] ?? 0) + (left === right ? 0 : 1);
      const isSwap =
        row > 1 && column > 1 && left === other.charCodeAt(column - 2) && right === one.charCodeAt(row - 2);
      const swapped = isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Infinity;
      const cell = Math.min(replaced, swapped, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current[column] = cell;
      least = Math.min(least, cell);
    }
    if (Math.min(least, leastOfLast) > limit) return Infinity;
    leastOfLast = least;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[other.length] ?? 0;
}
