import { canonicalName, type ImageReference } from '../../core/model/image-reference.ts';
import { RegistryError, type RegistryErrorCode } from '../../clients/registry/client/registry-error.ts';
import { mapConcurrently } from '../../clients/registry/map-concurrently.ts';
import type { RegistryClient } from '../../clients/registry/client/registry-client.ts';

const BLOBS_AT_ONCE = 4;

/**
 * Copies an image to a tag byte for byte, unless the tag has the image already. Rejects with `RegistryError`, for an
 * index with the code `UNSUPPORTED_MANIFEST`.
 */
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
  await mapConcurrently([...each.values()], BLOBS_AT_ONCE, async (blob) => registry.copyBlob(from, to, blob));
  await registry.pushManifest(to, { mediaType, bytes });
}

/** On Quay and others, reading a missing repository is denied although pushing is allowed. The push reports a real denial. */
const MAY_BE_ABSENT: readonly RegistryErrorCode[] = ['NOT_FOUND', 'UNAUTHORIZED', 'DENIED'];

/** True if a tag has the digest already. Asks the tag's registry, not a mirror, because images are pushed there. */
export async function isAt(
  registry: Pick<BuilderRegistry, 'resolve'>,
  tag: ImageReference,
  digest: string,
): Promise<boolean> {
  try {
    return (await registry.resolve(tag, { mirrors: false })).digest === digest;
  } catch (error) {
    if (error instanceof RegistryError && MAY_BE_ABSENT.includes(error.code)) return false;
    throw error;
  }
}

/** The registry requests that publishing needs. */
export type BuilderRegistry = Pick<
  RegistryClient,
  'resolve' | 'manifest' | 'copyBlob' | 'hasBlob' | 'pushBlob' | 'pushManifest'
>;
