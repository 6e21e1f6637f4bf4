import { parseTag } from '../../../model/image-reference.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';

/** kpack's rule for a list of tags: each is a reference without a digest. */
export function validateTags(tags: readonly string[], path: FieldPath): readonly FieldProblem[] {
  return tags.flatMap((tag, index) => validateTag(tag, [...path, index]));
}

/** kpack's rule for one tag. */
export function validateTag(tag: string, path: FieldPath): readonly FieldProblem[] {
  return parseTag(tag) === undefined ? [fieldError(path, `invalid value: ${tag}`)] : [];
}
