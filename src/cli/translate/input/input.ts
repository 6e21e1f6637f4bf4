import type { Problem } from '../../../model/problem.ts';

/** Something that documents are read from. */
export type Input = { readonly kind: 'stdin' } | { readonly kind: 'file'; readonly path: string };

/** What was found to read, and what was not. */
export interface InputList {
  readonly inputs: readonly Input[];
  readonly problems: readonly Problem[];
}

/** How problems name an input. */
export function inputName(input: Input): string {
  return input.kind === 'stdin' ? '<stdin>' : input.path;
}
