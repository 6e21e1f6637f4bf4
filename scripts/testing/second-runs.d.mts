import type { Suite, SuiteCounts } from './suites.mjs';

export function withSecondRun(
  suite: Suite,
  ofFiles: (files: readonly string[]) => Suite,
  known?: readonly string[],
): Suite;

export function lateSecondRun(suite: Suite): Suite;

export function withLateSecondRuns(
  results: readonly (SuiteCounts & { readonly name: string })[],
  options?: {
    readonly ofFiles?: (name: string, ...files: readonly string[]) => Suite;
    readonly known?: readonly string[];
    /** Adds a suite to the table of times. */
    readonly record?: (suite: object) => void;
  },
): Promise<readonly (SuiteCounts & { readonly name: string })[]>;
