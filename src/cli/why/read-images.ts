import { parseImageReference, type ImageReference } from '../../model/image-reference.ts';
import type { RegistryClient } from '../../registry/client/registry-client.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import type { BuildChangesInput, OciImageWithPackages } from '../../views/build-changes-view.ts';
import type { RegistryFlags } from '../options.ts';
import { withRegistry } from '../registry/open-registry.ts';
import { readOciImage, readPackages } from '../registry/read-built-image.ts';
import type { Terminal } from '../terminal.ts';

/** The images of two Builds, and sentences about what could not be read. */
export type ReadImages = Pick<BuildChangesInput, 'image' | 'previous' | 'gaps'>;

/** Reads the image of a Build and the compared one with docker's credentials of this machine. */
export async function readImages(
  built: string,
  compared: string,
  flags: RegistryFlags,
  terminal: Terminal,
): Promise<ReadImages> {
  return withRegistry(flags, terminal, async (client) => {
    const [image, previous] = await Promise.all([
      readImage(client, built, 'the image'),
      readImage(client, compared, 'the compared image'),
    ]);
    return {
      ...(image.image !== undefined && { image: image.image }),
      ...(previous.image !== undefined && { previous: previous.image }),
      gaps: [...image.gaps, ...previous.gaps],
    };
  });
}

interface OneImage {
  readonly image?: OciImageWithPackages;
  readonly gaps: readonly string[];
}

async function readImage(client: RegistryClient, text: string, what: string): Promise<OneImage> {
  const reference = parseImageReference(text);
  if (reference === undefined) return { gaps: [`The layers and packages of ${what}: its reference is invalid.`] };
  try {
    return await contentOf(client, reference, what);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { gaps: [`The layers and packages of ${what}: ${error.message}`] };
  }
}

async function contentOf(client: RegistryClient, reference: ImageReference, what: string): Promise<OneImage> {
  const image = await readOciImage(client, reference);
  const { packages, gap } = await readPackages(client, reference, image);
  return {
    image: { ...image, ...(packages !== undefined && { packages }) },
    gaps: gap === undefined ? [] : [`The packages of ${what}: ${gap}.`],
  };
}
