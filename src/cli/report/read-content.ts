import { parseImageReference, type ImageReference } from '../../model/image-reference.ts';
import { objectAt, textAt } from '../../model/json-field.ts';
import type { JsonObject } from '../../model/json.ts';
import type { RegistryClient } from '../../registry/client/registry-client.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import { comparedImage } from '../../views/compared-image.ts';
import { imageContentView, type ImageContentView } from '../../views/image-content-view.ts';
import type { ImageInput } from '../../views/image-layers.ts';
import type { RegistryFlags } from '../options.ts';
import { withRegistry } from '../registry/open-registry.ts';
import { readImageInput, readPackages } from '../registry/read-built-image.ts';
import type { Terminal } from '../terminal.ts';

/** The content of the built image, or why it is not known. */
export interface ReadContent {
  readonly content?: ImageContentView;
  readonly gap?: string;
}

/** Reads the built image and the previous one with docker's credentials of this machine. */
export async function readContent(build: JsonObject, flags: RegistryFlags, terminal: Terminal): Promise<ReadContent> {
  const built = parseImageReference(textAt(objectAt(build, 'status'), 'latestImage') ?? '');
  if (built === undefined) return {};
  // The controller writes the last earlier image into the Build, so no other Build is read.
  const previous = parseImageReference(comparedImage(build, [])?.view.image ?? '');
  return withRegistry(flags, terminal, async (client) => {
    try {
      return await contentOf(client, built, previous);
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      return { gap: `The layers and packages of the image: ${error.message}` };
    }
  });
}

async function contentOf(
  client: Pick<RegistryClient, 'config' | 'blob'>,
  built: ImageReference,
  previous: ImageReference | undefined,
): Promise<ReadContent> {
  const image = await readImageInput(client, built);
  const before = previous && (await readPrevious(client, previous));
  const { packages, gap } = await readPackages(client, built, image);
  const content = imageContentView(image, before?.image, packages);
  const gaps = [before?.gap, gap && `The packages of the image: ${gap}.`].filter((each) => each !== undefined);
  return { content, ...(gaps.length > 0 && { gap: gaps.join(' ') }) };
}

/** Reads the previous image, which may be deleted by now. */
async function readPrevious(
  client: Pick<RegistryClient, 'config'>,
  previous: ImageReference,
): Promise<{ readonly image?: ImageInput; readonly gap?: string }> {
  try {
    return { image: await readImageInput(client, previous) };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { gap: `The layers of the previous image: ${error.message}` };
  }
}
