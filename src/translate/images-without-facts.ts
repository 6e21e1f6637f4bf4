import type { Problem } from '../model/problem.ts';

/** The images whose facts Builds and Images need and lack, each once, in order of appearance. */
export function imagesWithoutFacts(problems: readonly Problem[]): readonly string[] {
  return [...new Set(problems.flatMap(({ lacksFactsOf }) => lacksFactsOf ?? []))];
}
