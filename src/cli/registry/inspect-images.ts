import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import { canonicalName, parseImageReference } from '../../model/image-reference.ts';
import { fieldError, type Problem } from '../../model/problem.ts';
import type { Platform } from '../../registry/client/platform.ts';
import type { RegistryClient } from '../../registry/client/registry-client.ts';
import { inParallel } from './in-parallel.ts';
import { inspectImage } from './inspect-image.ts';

/** So many that a slow registry does not make all wait, so few that none takes us for an attack. */
const IMAGES_AT_ONCE = 8;

/** What registries say of images, in the images' order, and every problem that there was with any. */
export interface InspectedImages {
  readonly facts: readonly ImageFacts[];
  readonly problems: readonly Problem[];
}

/** Asks for each image once, however often and by whatever spelling it is named; facts have the first. */
export async function inspectImages(
  client: RegistryClient,
  images: readonly string[],
  platform: Platform,
): Promise<InspectedImages> {
  const answers = await inParallel(onceEach(images), IMAGES_AT_ONCE, async (image) =>
    inspectImage(client, image, platform),
  );
  return {
    facts: answers.flatMap((answer) => (answer.kind === 'facts' ? [answer.facts] : [])),
    problems: answers.flatMap((answer) =>
      answer.kind === 'problems' ? answer.messages.map((message) => fieldError([], message)) : [],
    ),
  };
}

function onceEach(images: readonly string[]): readonly string[] {
  const byName = new Map<string, string>();
  for (const image of images) {
    const reference = parseImageReference(image);
    const name = reference === undefined ? image : canonicalName(reference);
    if (!byName.has(name)) byName.set(name, image);
  }
  return [...byName.values()];
}
