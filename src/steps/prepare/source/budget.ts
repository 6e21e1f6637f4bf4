import type { SourceLimits } from '../../../core/model/build-source.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';

/** The bytes and entries that can still be written. They are subtracted before writing, so sizes that an archive declares do not matter. */
export interface Budget {
  readonly spendEntry: () => void;
  readonly spendBytes: (count: number) => void;
}

/** The limits of a copy whose size only its volume limits. */
export const NO_LIMITS: SourceLimits = { bytes: Number.MAX_SAFE_INTEGER, entries: Number.MAX_SAFE_INTEGER };

/** Returns a budget of the limits. Its methods throw `SourceTooLarge` or the signal's reason. */
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

export function tooLarge(limit: string, setting: string): PrepareError {
  return new PrepareError(
    'SourceTooLarge',
    `the source has more than ${limit}, the limit of ${setting}: make the source smaller or have the limit raised`,
  );
}
