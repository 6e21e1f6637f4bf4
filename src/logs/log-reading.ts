/** The reads after which a log counts as complete although its last line has no newline or its shown lines were rotated away. */
const MAX_FINAL_READS = 3;

export interface Break {
  readonly error: unknown;
}

/** The result of reading one stream. */
export interface Reading {
  readonly hasNews: boolean;
  /** The stream contained all lines that were shown before. */
  readonly isRepeated: boolean;
  /** The text after the last newline. */
  readonly rest: string;
  readonly failure?: Break;
}

/** The history of the streams of one container. */
export interface Attempts {
  /** Consecutive failures without a new line. */
  readonly failures: number;
  /** Consecutive reads without a new line after the container has ended. */
  readonly finalReads: number;
  readonly rest: string;
}

export const NO_ATTEMPTS: Attempts = { failures: 0, finalReads: 0, rest: '' };

/** Adds the result of a stream to the history. `wasOver` is true if the stream began after the container had ended. */
export function nextAttempts({ failures, finalReads }: Attempts, reading: Reading, wasOver: boolean): Attempts {
  const { hasNews, failure, rest } = reading;
  return {
    failures: failure === undefined ? 0 : (hasNews ? 0 : failures) + 1,
    finalReads: hasNews || !wasOver || failure !== undefined ? 0 : finalReads + 1,
    rest,
  };
}

/**
 * True if a stream that began after the container's end has read the rest of the log. A normal end of the stream is not
 * enough, because the API server also ends the response normally if its connection to the kubelet breaks. The stream must
 * repeat the shown lines, with a final newline and nothing new.
 */
export function isWhole({ hasNews, isRepeated, rest }: Reading, before: Attempts): boolean {
  return !hasNews && rest === before.rest && ((isRepeated && rest === '') || before.finalReads >= MAX_FINAL_READS);
}
