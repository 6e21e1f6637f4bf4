import { canonicalName, parseImageReference } from '../model/image-reference.ts';

/** What facts of an image are kept by: equal for two spellings of one image. */
export function imageKey(image: string): string {
  const reference = parseImageReference(image);
  return reference === undefined ? image : canonicalName(reference);
}
