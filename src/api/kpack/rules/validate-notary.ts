import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';
import type { Notary } from '../notary.ts';

/** kpack's rule for Notary, which v1alpha2 refuses unless kpack itself wrote it. */
export function validateNotary(
  notary: Notary | undefined,
  isAllowed: boolean,
  path: FieldPath,
): readonly FieldProblem[] {
  if (notary === undefined || isAllowed) return [];
  const message = 'use of this field has been deprecated in v1alpha2, please use v1alpha1 for notary image signing';
  return [fieldError(path, message)];
}
