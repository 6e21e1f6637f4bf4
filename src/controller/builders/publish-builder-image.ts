import { parseImageReference, type ImageReference } from '../../core/model/image-reference.ts';
import { mapConcurrently } from '../../clients/registry/map-concurrently.ts';
import type { BuilderImage, LayerOrigin } from '../../core/builders/image/builder-image.ts';
import { copyImage, isAt, type BuilderRegistry } from './copy-image.ts';

/** `present`: the registry had the builder already. */
export type Publication = 'present' | 'pushed';

interface Layer {
  readonly descriptor: { readonly mediaType: string; readonly size: number; readonly digest: string };
  readonly origin: LayerOrigin;
}

/** Uploads this many layers in parallel, because one upload does not use the whole bandwidth. */
const LAYERS_AT_ONCE = 4;

/**
 * Pushes a builder to its tag, after copying the run image to its tag. Blobs that the registry has are not transferred.
 * The manifest is pushed last, so that the tag never refers to an incomplete builder. Rejects with `RegistryError`.
 */
export async function publishBuilder(image: BuilderImage, registry: BuilderRegistry): Promise<Publication> {
  const tag = referenceOf(image.tag);
  await copyImage(registry, referenceOf(image.runImage.from), referenceOf(image.runImage.to));
  if (await isAt(registry, tag, image.manifest.digest)) return 'present';
  await mapConcurrently(layersOf(image), LAYERS_AT_ONCE, async (layer) => pushLayer(registry, tag, layer));
  const { config, manifest } = image;
  await pushContent(registry, tag, config, config.content);
  await registry.pushManifest(tag, { mediaType: manifest.mediaType, bytes: manifest.content });
  return 'pushed';
}

/** Returns the layers to push, without duplicates and non-distributable layers (OCI image specification, layer.md). */
function layersOf({ baseLayers, layers }: BuilderImage): readonly Layer[] {
  const ofBase = baseLayers.map(({ descriptor, image }): Layer => ({ descriptor, origin: { kind: 'image', image } }));
  const distributable = [...ofBase, ...layers].filter(
    ({ descriptor }) => !/\bforeign\b|\bnondistributable\b/.test(descriptor.mediaType),
  );
  return [...new Map(distributable.map((layer) => [layer.descriptor.digest, layer])).values()];
}

async function pushLayer(registry: BuilderRegistry, to: ImageReference, { descriptor, origin }: Layer): Promise<void> {
  if (origin.kind === 'content') await pushContent(registry, to, descriptor, origin.content);
  else await registry.copyBlob(referenceOf(origin.image), to, descriptor);
}

async function pushContent(
  registry: BuilderRegistry,
  to: ImageReference,
  descriptor: { readonly digest: string; readonly size: number },
  content: Uint8Array,
): Promise<void> {
  if (!(await registry.hasBlob(to, descriptor.digest))) await registry.pushBlob(to, descriptor, content);
}

function referenceOf(name: string): ImageReference {
  const reference = parseImageReference(name);
  if (reference === undefined) throw new Error(`a builder's content has an invalid image reference: ${name}`);
  return reference;
}
