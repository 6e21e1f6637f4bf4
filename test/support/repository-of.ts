import { parseImageReference, repositoryName } from '../../src/core/model/image-reference.ts';

/** Returns the repository of an image, with its registry, as a pattern of CREATOR_BUILDERS. */
export function repositoryOf(image: string): string {
  const reference = parseImageReference(image);
  if (reference === undefined) throw new Error(`${image} is no image reference`);
  return repositoryName(reference);
}
