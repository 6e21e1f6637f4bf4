import type { Manifest } from '../../src/model/manifest.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';

/** What became of one object; manifests are complete only where no problem is an error. */
export interface Translated {
  readonly manifests: readonly Manifest[];
  readonly problems: readonly FieldProblem[];
}

/** A piece of an object's translation. */
export interface Piece<T> {
  readonly value: T;
  readonly problems: readonly FieldProblem[];
}

/** A field that today's Tekton has nothing for, and what to do. */
export function noEquivalent(path: FieldPath, what: string, advice: string): FieldProblem {
  return fieldError(path, `${what} has no equivalent in tekton.dev/v1; ${advice}`);
}
