/** Cleanups that run in the reverse order of their addition. */
export class CleanupStack {
  readonly #cleanups: (() => void | Promise<void>)[] = [];

  /** Adds a cleanup. Add it right after the start of what it ends. */
  defer(cleanup: () => void | Promise<void>): void {
    this.#cleanups.push(cleanup);
  }

  /** Runs each cleanup once, one after the other, also if one of them fails. Rejects with the last failure, as nested `finally` blocks do. */
  async runAll(): Promise<void> {
    const cleanup = this.#cleanups.pop();
    if (cleanup === undefined) return;
    try {
      await cleanup();
    } finally {
      await this.runAll();
    }
  }
}
