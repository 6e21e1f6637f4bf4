/** The results of a suite of suites.mjs. */
export interface SuiteCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Files that failed, also in their second run. */
  readonly failedFiles?: readonly string[];
  /** Files that failed, and passed in a second run. */
  readonly unsteady?: readonly string[];
}

export interface Suite {
  readonly name: string;
  readonly run: (print: (line: string) => void) => Promise<SuiteCounts>;
}

export function withSecondRun(suite: Suite, ofFiles: (files: readonly string[]) => Suite): Suite;

export function command(name: string, program: string, ...args: readonly string[]): Suite;
