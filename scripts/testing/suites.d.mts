import type { FileTimes } from './times.mjs';

/** The results of a suite of suites.mjs. */
export interface SuiteCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Suites that did not run, because nothing has changed since they passed. */
  readonly unchanged?: number;
  /** Files that failed, also in their second run. */
  readonly failedFiles?: readonly string[];
  /** Files that failed and run again later, with the number of their tests that have passed. */
  readonly toRunAgain?: ReadonlyMap<string, number>;
  /** Files that failed, and passed in a second run. */
  readonly unsteady?: readonly string[];
  /** The files that have run, also those of the second run. */
  readonly files?: readonly FileTimes[];
  /** Lines about each test that failed, also in the first run, and about a program that was killed. */
  readonly failures?: readonly string[];
  /** Of the programs of the suite and their children. */
  readonly processorSeconds?: number;
}

/** Milliseconds after which a program is killed. */
export interface Limits {
  /** The time between its closing line and its end. */
  readonly stopMs?: number;
  /** The time without a line. */
  readonly silenceMs?: number;
}

export interface Suite {
  readonly name: string;
  /** Runs the suite. Its programs have the variables beside those of this process. */
  readonly run: (
    print: (line: string) => void,
    variables?: Readonly<Record<string, string>>,
    limits?: Limits,
  ) => Promise<SuiteCounts>;
}

export function command(name: string, program: string, ...args: readonly string[]): Suite;

export function report(results: readonly (SuiteCounts & { readonly name: string })[], lines?: readonly string[]): void;
