import { canonicalName, type ImageReference } from '../../model/image-reference.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import { inParallel } from '../../registry/in-parallel.ts';
import type { BuilderRegistry } from './builder-registry.ts';
import { isAt } from './is-at.ts';

const BLOBS_AT_ONCE = 4;

/** Makes a tag have an image that is known by its digest, byte for byte. */
export async function copyImage(
  registry: BuilderRegistry,
  from: ImageReference & { readonly digest?: string },
  to: ImageReference,
): Promise<void> {
  if (from.digest !== undefined && (await isAt(registry, to, from.digest))) return;
  const { mediaType, bytes, content } = await registry.manifest(from);
  if (content.kind === 'index') {
    const subject = { registry: from.registry, image: canonicalName(from) };
    throw new RegistryError('UNSUPPORTED_MANIFEST', subject, 'this is an index, not an image');
  }
  const each = new Map([...content.layers, content.config].map((blob) => [blob.digest, blob]));
  await inParallel([...each.values()], BLOBS_AT_ONCE, async (blob) => registry.copyBlob(from, to, blob));
  await registry.pushManifest(to, { mediaType, bytes });
}
