import type { Platform } from '../../registry/client/platform.ts';
import type { RegistryClient } from '../../registry/client/registry-client.ts';
import { inParallel } from '../../registry/in-parallel.ts';
import { imageKey } from '../../translate/image-key.ts';
import { inspectImage, type ImageAnswer } from './inspect-image.ts';

/** So many that a slow registry does not make all wait, so few that none takes us for an attack. */
const IMAGES_AT_ONCE = 8;

/** What came of asking for images, by their `imageKey`. */
export type ImageAnswers = ReadonlyMap<string, ImageAnswer>;

/** Asks for each image once, however often and by whatever spelling it is named; answers are in the images' order. */
export async function askForImages(
  client: RegistryClient,
  images: readonly string[],
  platform?: Platform,
): Promise<ImageAnswers> {
  const answers = await inParallel([...bySpelling(images)], IMAGES_AT_ONCE, async ([key, image]) => {
    const answer = await inspectImage(client, image, platform);
    return [key, answer] as const;
  });
  return new Map(answers);
}

/** The first spelling of each. */
function bySpelling(images: readonly string[]): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>();
  for (const image of images) {
    const key = imageKey(image);
    if (!spellings.has(key)) spellings.set(key, image);
  }
  return spellings;
}
