import { askForImages, type ImageAnswers } from '../registry/ask-for-images.ts';
import type { RegistryFlags } from '../registry/flags.ts';
import { DEFAULT_PLATFORM } from '../registry/platform-option.ts';
import { withRegistry } from '../registry/with-registry.ts';
import type { Terminal } from '../terminal.ts';

/** What registries say of images, by the options of the command line. */
export async function askRegistries(
  images: readonly string[],
  flags: RegistryFlags,
  terminal: Terminal,
): Promise<ImageAnswers> {
  return withRegistry(flags, terminal, async (client) => askForImages(client, images, DEFAULT_PLATFORM));
}
