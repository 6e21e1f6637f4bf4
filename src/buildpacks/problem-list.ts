import type { FieldPath, FieldProblem } from '../model/problem.ts';
import type { Refuse } from './refuse.ts';

/** Problems found so far. What is wrong with one buildpack is told once, with every entry that leads to it. */
export interface ProblemList {
  /** Takes problems of this field. */
  at(path: FieldPath): Refuse;
  all(): readonly FieldProblem[];
}

interface Found {
  readonly message: string;
  readonly details: string | undefined;
  readonly first: FieldPath;
  readonly others: Set<FieldPath>;
}

/** A list without problems. */
export function problemList(): ProblemList {
  const problems = new Map<string, Found>();
  return {
    at: (path) => (message, details) => {
      const key = JSON.stringify([message, details]);
      const known = problems.get(key);
      if (known === undefined) problems.set(key, { message, details, first: path, others: new Set() });
      else if (known.first !== path) known.others.add(path);
      return undefined;
    },
    all: () => [...problems.values()].map(asFieldProblem),
  };
}

function asFieldProblem({ message, details, first, others }: Found): FieldProblem {
  return { severity: 'error', paths: [first, ...others], message, ...(details !== undefined && { details }) };
}
