/** So often is looked for what has been shown, which may have been rotated away, and for a last line's end, which it may not have. */
const MOST_LOOKS = 3;

/** What ended a stream before its end. */
export interface Break {
  readonly error: unknown;
}

/** What came of one stream. */
export interface Reading {
  readonly hasNews: boolean;
  /** It got as far as what had been shown before. */
  readonly isRepeated: boolean;
  /** What stands behind the last line's end. */
  readonly rest: string;
  readonly failure?: Break;
}

/** What came of the streams until now. */
export interface Attempts {
  /** In a row, without a new line. */
  readonly failures: number;
  /** After the container's end, in a row, without a new line. */
  readonly looks: number;
  readonly rest: string;
}

export const NO_ATTEMPTS: Attempts = { failures: 0, looks: 0, rest: '' };

/** What has come of the streams, with one more; `wasOver`: it began after the container's end. */
export function nextAttempts({ failures, looks }: Attempts, reading: Reading, wasOver: boolean): Attempts {
  const { hasNews, failure, rest } = reading;
  return {
    failures: failure === undefined ? 0 : (hasNews ? 0 : failures) + 1,
    looks: hasNews || !wasOver || failure !== undefined ? 0 : looks + 1,
    rest,
  };
}

/**
 * Whether a stream that began after the container's end, and ended by itself, was the whole rest of its log. Where the
 * kubelet's stream breaks, the API server ends its own as if all were well: only one that brings what is known, in whole
 * lines, and nothing else, tells that there is no more.
 */
export function isWhole({ hasNews, isRepeated, rest }: Reading, before: Attempts): boolean {
  return !hasNews && rest === before.rest && ((isRepeated && rest === '') || before.looks >= MOST_LOOKS);
}
