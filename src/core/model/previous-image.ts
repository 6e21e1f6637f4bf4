import type { BuildInputs } from './build-inputs.ts';
import { parseImageReference, repositoryName } from './image-reference.ts';

/**
 * Returns the input for a previous image, if it is in another repository than all tags. prepare already checks access to the
 * repositories of the tags.
 */
export function previousImageElsewhere(
  tags: readonly string[],
  previousImage: string | undefined,
): Pick<BuildInputs, 'previousImage'> {
  const repository = repositoryOf(previousImage);
  if (previousImage === undefined || repository === undefined) return {};
  return tags.some((tag) => repositoryOf(tag) === repository) ? {} : { previousImage };
}

function repositoryOf(image = ''): string | undefined {
  const reference = parseImageReference(image);
  return reference === undefined ? undefined : repositoryName(reference);
}
