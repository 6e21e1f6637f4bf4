import type { FieldPath, FieldProblem } from '../model/problem.ts';

/** Collects problems. Equal problems of several fields become one problem with several paths. */
export interface ProblemList {
  /** Returns a function that reports problems of this field. */
  at(path: FieldPath): ReportProblem;
  all(): readonly FieldProblem[];
}

interface Found {
  readonly message: string;
  readonly details: string | undefined;
  readonly first: FieldPath;
  readonly others: Set<FieldPath>;
}

/** Creates an empty list. */
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

/**
 * Reports a problem of an order entry. `message` is kpack's if kpack reports the same problem. Returns `undefined`, so
 * that callers can return the result.
 */
export type ReportProblem = (message: string, details?: string) => undefined;
