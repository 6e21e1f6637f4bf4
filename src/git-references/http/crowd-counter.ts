/** Counts the references that begin with each of the names that a server was asked for. */
export interface CrowdCounter {
  readonly count: (reference: string) => void;
  /** Returns the names that most of the references begin with; none if no reference begins with any. */
  readonly largest: () => readonly string[];
}

/** Creates a counter. A server sends all references that begin with a name, such as `refs/pull/1/head` for `refs/p`. */
export function crowdCounter(names: ReadonlySet<string>): CrowdCounter {
  const lengths = [...new Set([...names].map(({ length }) => length))].toSorted((one, other) => one - other);
  const crowds = new Map<string, number>();
  return {
    count: (reference) => {
      for (const length of lengths) {
        if (length >= reference.length) break;
        const begin = reference.slice(0, length);
        if (names.has(begin)) crowds.set(begin, (crowds.get(begin) ?? 0) + 1);
      }
    },
    largest: () => {
      const sorted = [...crowds].toSorted(([, one], [, other]) => other - one);
      const half = sorted.reduce((sum, [, count]) => sum + count, 0) / 2;
      let before = 0;
      return sorted.flatMap(([name, count]) => {
        const isLarge = before < half;
        before += count;
        return isLarge ? [name] : [];
      });
    },
  };
}
