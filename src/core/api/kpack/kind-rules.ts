import { closestMatch } from '../../model/closest-match.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';

/** Returns kpack's error for a kind that is not allowed, with the most similar allowed kind. */
export function validateKind(kind: string, allowed: readonly string[], path: FieldPath): readonly FieldProblem[] {
  return allowed.includes(kind) ? [] : [fieldError(path, `invalid value: ${kind}`, allowedKinds(kind, allowed))];
}

/**
 * Returns the details of a message about a wrong or missing kind: kpack's list of kinds, and the most similar one.
 * `kind` is empty if the reference names none.
 */
function allowedKinds(kind: string, allowed: readonly string[]): string {
  const list = `must be one of ${allowed.join(', ')}`;
  if (kind === '') return `no kind is set; ${list}`;
  const intended = closestMatch(kind, allowed);
  return intended === undefined ? list : `${list}; did you mean ${JSON.stringify(intended)}?`;
}
