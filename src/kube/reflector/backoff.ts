/** Growing waits, for what goes on for ever. */
export interface Backoff {
  /** Milliseconds to wait now; the next time twice as long, up to a limit. */
  readonly next: () => number;
  /** It works again. */
  readonly reset: () => void;
}

export interface BackoffPolicy {
  /** In milliseconds. */
  readonly firstWait: number;
  readonly longestWait: number;
}

/** Between half of the doubled wait and all of it, so that those that failed together do not come back together. */
export function makeBackoff({ firstWait, longestWait }: BackoffPolicy, random: () => number): Backoff {
  let wait = firstWait;
  return {
    next: () => {
      const now = wait * (0.5 + random() / 2);
      wait = Math.min(wait * 2, longestWait);
      return now;
    },
    reset: () => {
      wait = firstWait;
    },
  };
}
