import { parseImageReference, type ImageReference } from '../../model/image-reference.ts';
import { inParallel } from '../../registry/in-parallel.ts';
import type { BuilderImage } from '../image/builder-image.ts';
import type { LayerOrigin } from '../image/builder-layer.ts';
import type { BuilderRegistry } from './builder-registry.ts';
import { copyImage } from './copy-image.ts';
import { isAt } from './is-at.ts';

/** Whether the registry had the builder before. */
export type Publication = 'present' | 'pushed';

interface Layer {
  readonly descriptor: { readonly mediaType: string; readonly size: number; readonly digest: string };
  readonly origin: LayerOrigin;
}

/** So many that the way to the registry is not the limit. */
const LAYERS_AT_ONCE = 4;

/**
 * Sends a builder to its tag, the run image to its own first. What the registry has is neither sent nor fetched; the tag
 * moves last, so that nobody ever sees half a builder. Rejects with `RegistryError`.
 */
export async function publishBuilder(image: BuilderImage, registry: BuilderRegistry): Promise<Publication> {
  const tag = referenceOf(image.tag);
  await copyImage(registry, referenceOf(image.runImage.from), referenceOf(image.runImage.to));
  if (await isAt(registry, tag, image.manifest.digest)) return 'present';
  await inParallel(layersOf(image), LAYERS_AT_ONCE, async (layer) => sendLayer(registry, tag, layer));
  const { config, manifest } = image;
  await sendContent(registry, tag, config, config.content);
  await registry.pushManifest(tag, { mediaType: manifest.mediaType, bytes: manifest.content });
  return 'pushed';
}

/** Each layer once, and none that may not be passed on (OCI image specification, layer.md, "Non-Distributable Layers"). */
function layersOf({ baseLayers, layers }: BuilderImage): readonly Layer[] {
  const ofBase = baseLayers.map(({ descriptor, image }): Layer => ({ descriptor, origin: { kind: 'image', image } }));
  const distributable = [...ofBase, ...layers].filter(
    ({ descriptor }) => !/\bforeign\b|\bnondistributable\b/.test(descriptor.mediaType),
  );
  return [...new Map(distributable.map((layer) => [layer.descriptor.digest, layer])).values()];
}

async function sendLayer(registry: BuilderRegistry, to: ImageReference, { descriptor, origin }: Layer): Promise<void> {
  if (origin.kind === 'content') await sendContent(registry, to, descriptor, origin.content);
  else await registry.copyBlob(referenceOf(origin.image), to, descriptor);
}

async function sendContent(
  registry: BuilderRegistry,
  to: ImageReference,
  descriptor: { readonly digest: string; readonly size: number },
  content: Uint8Array,
): Promise<void> {
  if (!(await registry.hasBlob(to, descriptor.digest))) await registry.pushBlob(to, descriptor, content);
}

function referenceOf(name: string): ImageReference {
  const reference = parseImageReference(name);
  if (reference === undefined) throw new Error(`a builder's content has no proper reference: ${name}`);
  return reference;
}
