import type { Writable } from 'node:stream';
import { formatProblem, type Problem } from '../model/problem.ts';
import { severityLabel } from './severity-label.ts';

/** Prints problems, one a line. */
export function reportProblems(problems: readonly Problem[], errors: Writable): void {
  if (problems.length === 0) return;
  errors.write(
    problems.map((problem) => `${severityLabel(problem.severity, errors)} ${formatProblem(problem)}\n`).join(''),
  );
}
