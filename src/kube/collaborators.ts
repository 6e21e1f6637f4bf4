/** The world outside, as far as this folder touches it beside the network. */
export interface Collaborators {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since some moment, on a clock that nobody sets. */
  readonly elapsed: () => number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Waits so many milliseconds; rejects once the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}
