/** The last result of a subject on a version. */
export interface Result {
  readonly commit: string;
  /** The day in UTC, such as `2026-11-26`. */
  readonly date: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** System → version → subject → result. */
export type Results = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Result>>>>>>;

/** Returns the last results of a project. */
export function readResults(root?: string): Results;

/** Records the result of a subject on a version, if the files are those of a commit. Returns a line about that. */
export function recordResult(
  of: { readonly system: string; readonly version: string; readonly subject: string },
  counts: { readonly passed: number; readonly failed: number; readonly skipped: number },
  options?: { readonly root?: string; readonly commit?: string },
): string;
