import { parseImageReference, parseTag } from '../../model/image-reference.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';

/** Checks that the text is an image reference, by tag or digest. The message is kpack's. */
export function validateImageReference(image: string, path: FieldPath): readonly FieldProblem[] {
  return parseImageReference(image) === undefined ? [fieldError(path, `invalid value: ${image}`)] : [];
}

/** Checks that each text is an image reference without a digest. The message is kpack's. */
export function validateTags(tags: readonly string[], path: FieldPath): readonly FieldProblem[] {
  return tags.flatMap((tag, index) => validateTag(tag, [...path, index]));
}

/** Checks that the text is an image reference without a digest. The message is kpack's. */
export function validateTag(tag: string, path: FieldPath): readonly FieldProblem[] {
  return parseTag(tag) === undefined ? [fieldError(path, `invalid value: ${tag}`)] : [];
}
