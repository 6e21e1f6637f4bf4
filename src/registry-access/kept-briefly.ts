/** Values that are made when they are asked for, kept for a while, and made anew after it. What fails is not kept. */
export type KeptBriefly<T> = (key: string, make: () => Promise<T>) => Promise<T>;

interface Kept<T> {
  readonly since: number;
  readonly value: Promise<T>;
}

/** Keeps each value for so many milliseconds from when its making began. */
export function keptBriefly<T>(lifetime: number, now: () => number): KeptBriefly<T> {
  const kept = new Map<string, Kept<T>>();
  const isFresh = ({ since }: Kept<T>, time: number): boolean => time >= since && time < since + lifetime;
  return async (key, make) => {
    const time = now();
    for (const [old, entry] of kept) if (!isFresh(entry, time)) kept.delete(old);
    const known = kept.get(key);
    if (known !== undefined) return known.value;
    const made = { since: time, value: make() };
    kept.set(key, made);
    try {
      return await made.value;
    } catch (error) {
      if (kept.get(key) === made) kept.delete(key);
      throw error;
    }
  };
}
