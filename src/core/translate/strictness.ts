import type { Problem } from '../model/problem.ts';

/** Returns the problems. With `strict` (`--strict`), warnings become errors. */
export function withStrictness(problems: readonly Problem[], strict: boolean): readonly Problem[] {
  if (!strict) return problems;
  return problems.map((problem) => (problem.severity === 'warning' ? { ...problem, severity: 'error' } : problem));
}
