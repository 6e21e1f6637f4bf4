import type { Terminal } from '../terminal.ts';
import { askForImages, type ImageAnswers } from './ask-for-images.ts';
import type { RegistryFlags } from './flags.ts';
import { withRegistry } from './with-registry.ts';

/** What registries say of images, by the options of the command line. */
export async function askRegistries(
  images: readonly string[],
  flags: RegistryFlags,
  terminal: Terminal,
): Promise<ImageAnswers> {
  return withRegistry(flags, terminal, async (client) => askForImages(client, images));
}
