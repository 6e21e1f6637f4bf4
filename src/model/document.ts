import type { FieldPath, Location, Problem } from './problem.ts';

/** One document of an input, parsed but not checked, with the way back to its text. */
export interface SourceDocument {
  readonly value: unknown;
  /**
   * Where a field stands: its key or its value; a field that is missing stands where its nearest written ancestor does.
   * Absent where the document was not read from a file.
   */
  readonly locate?: (path: FieldPath, target?: 'key' | 'value') => Location;
  /**
   * What kubectl reads otherwise than this program does, in the part of the document that the path leads to. The values
   * are not shown where they are secret. Absent where the document was not read from a file.
   */
  readonly traps?: (path: FieldPath, isSecret: boolean) => readonly Problem[];
}
