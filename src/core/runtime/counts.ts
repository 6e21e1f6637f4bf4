/** Counts by key. A key whose count is 0 takes no memory. */
export class Counts {
  readonly #counts = new Map<string, number>();

  /** Returns the number of keys with a count. */
  get size(): number {
    return this.#counts.size;
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: 1 | -1): void {
    const next = this.of(key) + change;
    if (next === 0) this.#counts.delete(key);
    else this.#counts.set(key, next);
  }
}
