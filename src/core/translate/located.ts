import type { FieldPath, FieldProblem, Location, Problem } from '../model/problem.ts';

/** The document of an object. */
interface Written {
  readonly locate: (path: FieldPath) => Location | undefined;
  /** Returns the path of a field in the document. Absent if all paths are already those of the document. */
  readonly writtenPath?: (path: FieldPath) => FieldPath;
}

/** Adds the place in the source document to a problem of an object. The paths become those of the document. */
export function located(problem: FieldProblem, { locate, writtenPath = (path) => path }: Written): Problem {
  const [first, ...others] = problem.paths;
  const location = locate(first);
  return {
    ...problem,
    paths: [writtenPath(first), ...others.map(writtenPath)],
    ...(location !== undefined && { location }),
  };
}
