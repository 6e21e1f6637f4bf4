/** The counts of test files, from the lines that the reporter of test/support prints. */
export interface FileCounts {
  readonly onLine: (line: string) => void;
  readonly of: (
    files: readonly string[],
    skipped: number,
  ) => { readonly passed: number; readonly failed: number; readonly skipped: number };
}

export function countsOfFiles(): FileCounts;
