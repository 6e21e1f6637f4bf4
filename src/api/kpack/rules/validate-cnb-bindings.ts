import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';
import type { CnbBinding } from '../cnb-binding.ts';
import { validateUniqueNames } from './validate-unique-names.ts';

/** kpack's rules for CNB bindings, which v1alpha2 refuses unless kpack itself wrote them. */
export function validateCnbBindings(
  bindings: readonly CnbBinding[],
  isAllowed: boolean,
  path: FieldPath,
): readonly FieldProblem[] {
  if (bindings.length > 0 && !isAllowed) {
    const message = 'use of this field has been deprecated in v1alpha2, please use v1alpha1 for CNB bindings';
    return [fieldError(path, message)];
  }
  return [...validateUniqueNames(bindings, 'binding', path), ...validateMetadataReferences(bindings, path)];
}

function validateMetadataReferences(bindings: readonly CnbBinding[], path: FieldPath): readonly FieldProblem[] {
  return bindings.flatMap(({ metadataRef }, index) => {
    const field = [...path, index, 'metadataRef'];
    if (metadataRef === undefined) return [fieldError(field, 'missing field(s)')];
    return metadataRef.name === undefined ? [fieldError([...field, 'name'], 'missing field(s)')] : [];
  });
}
