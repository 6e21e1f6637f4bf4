import { PrepareError } from '../prepare-error.ts';
import type { SourceLimits } from '../../../model/source-limits.ts';

/** What may still be unpacked. It is spent before anything is written, so that no archive can say one thing and be another. */
export interface Budget {
  readonly spendEntry: () => void;
  readonly spendBytes: (count: number) => void;
}

/** The whole of the limits. Throws `SourceTooLarge` where it is overspent, and the reason of the signal. */
export function makeBudget({ bytes, entries }: SourceLimits, signal?: AbortSignal): Budget {
  let bytesLeft = bytes;
  let entriesLeft = entries;
  return {
    spendEntry: () => {
      signal?.throwIfAborted();
      entriesLeft -= 1;
      if (entriesLeft < 0) throw tooLarge(`${entries} entries`, 'SOURCE_MAX_ENTRIES');
    },
    spendBytes: (count) => {
      signal?.throwIfAborted();
      bytesLeft -= count;
      if (bytesLeft < 0) throw tooLarge(`${bytes} bytes`, 'SOURCE_MAX_BYTES');
    },
  };
}

/** Says that a limit is passed. */
export function tooLarge(limit: string, setting: string): PrepareError {
  return new PrepareError('SourceTooLarge', `the source has more than ${limit}, the limit that ${setting} sets`);
}
