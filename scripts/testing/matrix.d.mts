export type System = 'tekton' | 'kubernetes';

/** Returns the versions of a system, oldest first. */
export function versionsOf(system: System): readonly string[];

/** Returns the files of the tests that run on a version, by subject. */
export function subjectsOn(system: System, version: string): Readonly<Record<string, readonly string[]>>;

/** The counts of test files, from the lines that the reporter of test/support prints. */
export interface FileCounts {
  readonly onLine: (line: string) => void;
  readonly of: (
    files: readonly string[],
    skipped: number,
  ) => { readonly passed: number; readonly failed: number; readonly skipped: number };
}

export function countsOfFiles(): FileCounts;
