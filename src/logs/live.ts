/** Something that somebody else keeps up to date. */
export interface Live<T> {
  readonly now: () => T;
  /** Resolves after the next change; rejects with the reason of an aborted signal. */
  readonly changed: (signal: AbortSignal) => Promise<void>;
}
