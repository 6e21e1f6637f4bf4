import type { ImageFacts } from '../api/taskpack/image-facts.ts';
import { canonicalName, parseImageReference } from '../model/image-reference.ts';
import { known, type Reading, type Reason } from './reading.ts';
import type { BuilderWorld } from './world.ts';

/** The facts of all these images, in their order, or the names of those that nobody looked at. */
export function factsOf(
  world: Pick<BuilderWorld, 'imageFacts'>,
  images: readonly string[],
): Reading<readonly ImageFacts[]> {
  const found = images.map((image) => ({ image, facts: world.imageFacts(image) }));
  const [missing, ...others] = new Set(found.flatMap(({ image, facts }) => (facts === undefined ? [image] : [])));
  if (missing !== undefined) return { kind: 'unknown', reasons: [unknownImage(missing), ...others.map(unknownImage)] };
  return known(found.flatMap(({ facts }) => facts ?? []));
}

/** Why facts are too few to name the image by digest, which people's own may be. */
export function digestProblem(image: string, { digest }: ImageFacts): string | undefined {
  if (digest !== undefined) return undefined;
  return `the facts of image ${image} have no digest: write them by "taskpack inspect ${image}"`;
}

/** The name of an image by its digest, in full as kpack's statuses have it; without a digest, nothing. */
export function latestImage(image: string, { digest }: ImageFacts): { readonly latestImage?: string } {
  const reference = parseImageReference(image);
  return reference === undefined || digest === undefined
    ? {}
    : { latestImage: canonicalName({ ...reference, digest }) };
}

function unknownImage(image: string): Reason {
  const message = `nothing is known of image ${image}: run "taskpack inspect ${image} > facts.yaml" and add -f facts.yaml`;
  return { message, lacksFactsOf: image };
}
