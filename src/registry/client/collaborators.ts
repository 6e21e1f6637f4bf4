import type { Dispatcher } from 'undici';

/** The world outside, as far as the client touches it. */
export interface Collaborators {
  /** Sends requests: see `makeDispatcher`. */
  readonly dispatcher: Dispatcher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Waits so many milliseconds; rejects once the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}
