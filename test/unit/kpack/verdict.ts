/** The remaining differences, and the documented differences that were removed. */
export interface Verdict {
  readonly unexplained: readonly string[];
  readonly used: ReadonlySet<string>;
}
