import { PrepareError } from './failure.ts';

/** What a source may have at most. */
export interface Limits {
  /** Of the download, and once more of what it unpacks to. */
  readonly bytes: number;
  /** Files, directories and links. */
  readonly entries: number;
}

const DEFAULTS: Limits = { bytes: 10 * 2 ** 30, entries: 1_000_000 };

const UNITS: Readonly<Record<string, number>> = { '': 1, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 };

/** The limits by the environment: `SOURCE_MAX_BYTES`, as `10Gi`, and `SOURCE_MAX_ENTRIES`. */
export function readLimits(environment: Readonly<Record<string, string | undefined>>): Limits {
  return {
    bytes: quantity('SOURCE_MAX_BYTES', environment['SOURCE_MAX_BYTES']) ?? DEFAULTS.bytes,
    entries: quantity('SOURCE_MAX_ENTRIES', environment['SOURCE_MAX_ENTRIES']) ?? DEFAULTS.entries,
  };
}

function quantity(name: string, text = ''): number | undefined {
  if (text === '') return undefined;
  const [, digits = '', unit = ''] = /^(\d+)(Ki|Mi|Gi|Ti)?$/.exec(text) ?? [];
  const value = Number(digits) * (UNITS[unit] ?? Number.NaN);
  if (digits !== '' && Number.isSafeInteger(value) && value > 0) return value;
  throw new PrepareError('BadInputs', `${name} is ${JSON.stringify(text)}, which is no number as 1000 or 10Gi`);
}
