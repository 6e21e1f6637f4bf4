import type { ImageFacts } from '../api/taskpack/image-facts.ts';
import { canonicalName, parseImageReference } from '../model/image-reference.ts';
import { known, type Reading, type Reason } from './reading.ts';
import type { BuilderResources } from './builder-resources.ts';

/** Returns the facts of all images, in their order, or a reason for each image without facts. */
export function factsOf(
  resources: Pick<BuilderResources, 'imageFacts'>,
  images: readonly string[],
): Reading<readonly ImageFacts[]> {
  const found = images.map((image) => ({ image, facts: resources.imageFacts(image) }));
  const [missing, ...others] = new Set(found.flatMap(({ image, facts }) => (facts === undefined ? [image] : [])));
  if (missing !== undefined) return { kind: 'unknown', reasons: [unknownImage(missing), ...others.map(unknownImage)] };
  return known(found.flatMap(({ facts }) => facts ?? []));
}

/** Returns a message if the facts have no digest, which users can omit in facts that they write themselves. */
export function digestProblem(image: string, { digest }: ImageFacts): string | undefined {
  if (digest !== undefined) return undefined;
  return `the facts of image ${image} have no digest: write them with "taskpack inspect ${image}"`;
}

/** Returns a message about facts of an image that lack something a builder needs. */
export function incompleteFacts(image: string, lacks: string): string {
  return `the facts of image ${image} have no ${lacks}; read them again with "taskpack inspect ${image}"`;
}

/**
 * Returns the field `latestImage` of a status: the full name of the image by digest. Returns no field if the digest is
 * unknown.
 */
export function latestImage(image: string, { digest }: ImageFacts): { readonly latestImage?: string } {
  const reference = parseImageReference(image);
  return reference === undefined || digest === undefined
    ? {}
    : { latestImage: canonicalName({ ...reference, digest }) };
}

function unknownImage(image: string): Reason {
  const message = `the facts of image ${image} are missing: run "taskpack inspect ${image} >> facts.yaml" and add -f facts.yaml`;
  return { message, lacksFactsOf: image };
}
