import type { FieldProblem, Problem } from '../../model/problem.ts';
import type { BuilderObject } from './builder-object.ts';

/** The problems with their places in the builder's file. */
export function placed(problems: readonly FieldProblem[], { locate }: BuilderObject): readonly Problem[] {
  return problems.map((problem) => {
    const location = locate(problem.paths[0]);
    return { ...problem, ...(location !== undefined && { location }) };
  });
}
