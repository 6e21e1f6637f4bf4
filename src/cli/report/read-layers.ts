import { parseImageReference, type ImageReference } from '../../core/model/image-reference.ts';
import type { Build } from '../../core/model/objects/build.ts';
import type { RegistryClient } from '../../clients/registry/client/registry-client.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { comparedImage } from '../../insight/views/compared-image.ts';
import { imageLayersView, type ImageLayersView } from '../../insight/views/image-layers-view.ts';
import type { OciImage } from '../../insight/views/image-layers.ts';
import type { RegistryFlags } from '../options.ts';
import { withRegistry } from '../registry/open-registry.ts';
import { readOciImage, readPackages } from '../registry/read-built-image.ts';
import type { Terminal } from '../terminal.ts';

/** The content of the built image, or why it is not known. */
export interface ReadLayers {
  readonly content?: ImageLayersView;
  readonly gap?: string;
}

/** Reads the built image and the previous one with docker's credentials of this machine. */
export async function readLayers(build: Build, flags: RegistryFlags, terminal: Terminal): Promise<ReadLayers> {
  const built = parseImageReference(build.status.latestImage ?? '');
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
): Promise<ReadLayers> {
  const image = await readOciImage(client, built);
  const before = previous && (await readPrevious(client, previous));
  const { packages, gap } = await readPackages(client, built, image);
  const content = imageLayersView(image, before?.image, packages);
  const gaps = [before?.gap, gap && `The packages of the image: ${gap}.`].filter((each) => each !== undefined);
  return { content, ...(gaps.length > 0 && { gap: gaps.join(' ') }) };
}

/** Reads the previous image, which may be deleted by now. */
async function readPrevious(
  client: Pick<RegistryClient, 'config'>,
  previous: ImageReference,
): Promise<{ readonly image?: OciImage; readonly gap?: string }> {
  try {
    return { image: await readOciImage(client, previous) };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { gap: `The layers of the previous image: ${error.message}` };
  }
}
