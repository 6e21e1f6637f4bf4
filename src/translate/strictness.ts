import type { Problem } from '../model/problem.ts';

/** With `strict`, what would be assumed with a warning is an error. */
export function strictly(problems: readonly Problem[], strict: boolean): readonly Problem[] {
  if (!strict) return problems;
  return problems.map((problem) => (problem.severity === 'warning' ? { ...problem, severity: 'error' } : problem));
}
