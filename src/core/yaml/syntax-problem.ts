/** A syntax error and its offset in the text. */
export interface SyntaxProblem {
  readonly offset: number;
  readonly message: string;
}
