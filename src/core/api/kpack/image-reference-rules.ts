import { readImageReference } from '../../model/image-reference.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';

/** Checks that the text is an image reference, by tag or digest, if there is one. The message is kpack's. */
export function validateImageReference(image: string | undefined, path: FieldPath): readonly FieldProblem[] {
  if (image === undefined) return [];
  const reading = readImageReference(image);
  return 'fault' in reading ? [invalid(image, path, reading.fault)] : [];
}

/** Checks that each text is an image reference without a digest. The message is kpack's. */
export function validateTags(tags: readonly string[], path: FieldPath): readonly FieldProblem[] {
  return tags.flatMap((tag, index) => validateTag(tag, [...path, index]));
}

/** Checks that the text is an image reference without a digest. The message is kpack's. */
export function validateTag(tag: string, path: FieldPath): readonly FieldProblem[] {
  const problems = validateImageReference(tag, path);
  return problems.length === 0 && tag.includes('@') ? [invalid(tag, path, 'it must not have a digest')] : problems;
}

/** kpack's message, with the reason as its details. */
function invalid(text: string, path: FieldPath, fault: string): FieldProblem {
  return fieldError(path, `invalid value: ${text}`, fault);
}
