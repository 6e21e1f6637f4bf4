import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import { fieldError, type Problem } from '../../model/problem.ts';
import type { Platform } from '../../registry/client/platform.ts';
import type { RegistryClient } from '../../registry/client/registry-client.ts';
import { askForImages } from './ask-for-images.ts';

/** What registries say of images, in the images' order, and every problem that there was with any. */
export interface InspectedImages {
  readonly facts: readonly ImageFacts[];
  readonly problems: readonly Problem[];
}

/** Asks for each image once, however often and by whatever spelling it is named; facts have the first. */
export async function inspectImages(
  client: RegistryClient,
  images: readonly string[],
  platform?: Platform,
): Promise<InspectedImages> {
  const answers = [...(await askForImages(client, images, platform)).values()];
  return {
    facts: answers.flatMap((answer) => (answer.kind === 'facts' ? [answer.facts] : [])),
    problems: answers.flatMap((answer) =>
      answer.kind === 'problems' ? answer.messages.map((message) => fieldError([], message)) : [],
    ),
  };
}
