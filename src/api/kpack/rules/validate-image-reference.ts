import { parseImageReference } from '../../../model/image-reference.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';

/** kpack's rule for an image: a reference, by tag or by digest. */
export function validateImageReference(image: string, path: FieldPath): readonly FieldProblem[] {
  return parseImageReference(image) === undefined ? [fieldError(path, `invalid value: ${image}`)] : [];
}
