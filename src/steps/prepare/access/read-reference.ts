import { parseImageReference, type ImageReference } from '../../../model/image-reference.ts';
import { PrepareError } from '../prepare-error.ts';

/** Reads a reference that prepare was told. Throws `InputsUnusable`. */
export function readReference(text: string): ImageReference {
  const reference = parseImageReference(text);
  if (reference === undefined)
    throw new PrepareError('InputsUnusable', `${JSON.stringify(text)} is no image reference`);
  return reference;
}
