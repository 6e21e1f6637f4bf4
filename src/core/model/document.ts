import type { FieldPath, Location, Problem } from './problem.ts';

/** A value or key that kubectl reads differently than YAML 1.2 requires. */
export interface KubectlProblem extends Problem {
  /** The value that kubectl reads and `SourceDocument.value` has. If the field has the type of this value, there is no problem. */
  readonly reading?: boolean | number;
}

/** One YAML or JSON document of the input, parsed but not validated. Its functions map fields back to the text. */
export interface SourceDocument {
  readonly value: unknown;
  /**
   * Returns the place of a field's key or value in the text. For a missing field, returns the place of its nearest
   * ancestor in the text. Absent if the document does not come from a file.
   */
  readonly locate?: (path: FieldPath, target?: 'key' | 'value') => Location;
  /**
   * Returns a problem for each value or key at or below the path that kubectl reads differently than YAML 1.2 requires. If `isSecret`,
   * the messages do not quote values. Absent if the document does not come from a file.
   */
  readonly kubectlDifferences?: (path: FieldPath, isSecret: boolean) => readonly KubectlProblem[];
}
