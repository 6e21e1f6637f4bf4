export interface FileTimes {
  readonly file: string;
  readonly tests: number;
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** A suite in the table: `start` is in seconds since the epoch. */
export interface SuiteTimes {
  readonly suite: string;
  readonly start: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly passed: number;
  readonly failed: number;
  readonly unchanged?: number;
  readonly files: readonly FileTimes[];
}

export function fileIn(line: string): FileTimes | undefined;

export function startTimes(options: {
  readonly table: string;
  readonly command: string;
  readonly env: Record<string, string | undefined>;
}): (suite: SuiteTimes) => void;

export function readTimes(table: string): readonly (SuiteTimes & { readonly command: string })[];

export function timesReport(suites: readonly (SuiteTimes & { readonly command: string })[]): readonly string[];
