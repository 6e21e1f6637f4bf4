import { parseImageReference, type ImageReference } from '../../../model/image-reference.ts';
import { PrepareError } from '../failure.ts';

/** Reads a reference that prepare was told. Throws `BadInputs`. */
export function readReference(text: string): ImageReference {
  const reference = parseImageReference(text);
  if (reference === undefined) throw new PrepareError('BadInputs', `${JSON.stringify(text)} is no image reference`);
  return reference;
}
