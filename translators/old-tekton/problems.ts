import type { Manifest } from '../../src/core/model/kubernetes-object.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/core/model/problem.ts';

/** The translation of one object. The manifests are complete only if no problem is an error. */
export interface Translated {
  readonly manifests: readonly Manifest[];
  readonly problems: readonly FieldProblem[];
}

/** A part of an object's translation, with its problems. */
export interface Piece<T> {
  readonly value: T;
  readonly problems: readonly FieldProblem[];
}

/** Reports a field without an equivalent in v1. `advice` says what the user can do. */
export function noEquivalent(path: FieldPath, what: string, advice: string): FieldProblem {
  return fieldError(path, `${what} has no equivalent in tekton.dev/v1; ${advice}`);
}
