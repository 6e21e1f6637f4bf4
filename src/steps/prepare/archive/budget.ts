import { PrepareError } from '../failure.ts';
import type { Limits } from '../limits.ts';

/** What may still be unpacked. It is spent before anything is written, so that no archive can say one thing and be another. */
export interface Budget {
  readonly spendEntry: () => void;
  readonly spendBytes: (count: number) => void;
}

/** The whole of the limits. Throws `TooLarge` where it is overspent. */
export function makeBudget({ bytes, entries }: Limits): Budget {
  let bytesLeft = bytes;
  let entriesLeft = entries;
  return {
    spendEntry: () => {
      entriesLeft -= 1;
      if (entriesLeft < 0) throw tooLarge(`${entries} entries`, 'SOURCE_MAX_ENTRIES');
    },
    spendBytes: (count) => {
      bytesLeft -= count;
      if (bytesLeft < 0) throw tooLarge(`${bytes} bytes`, 'SOURCE_MAX_BYTES');
    },
  };
}

function tooLarge(limit: string, setting: string): PrepareError {
  return new PrepareError('TooLarge', `the source unpacks to more than ${limit}, the limit that ${setting} sets`);
}
