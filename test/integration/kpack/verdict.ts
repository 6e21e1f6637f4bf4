/** What is left between the two sides, and the differences that were taken away before. */
export interface Verdict {
  readonly unexplained: readonly string[];
  readonly used: ReadonlySet<string>;
}
