import type { ImageReference } from '../model/image-reference.ts';
import type { RegistryClient } from '../registry/client/registry-client.ts';
import type { Image } from '../registry/image.ts';

/** What pushing asks of a registry. */
export type BundleRegistry = Pick<RegistryClient, 'hasBlob' | 'pushBlob' | 'pushManifest'>;

/** Sends a bundle to a reference, the manifest last, and answers with its digest. Rejects with `RegistryError`. */
export async function pushBundle(registry: BundleRegistry, to: ImageReference, image: Image): Promise<string> {
  for (const blob of [...image.layers, image.config]) {
    const { digest, size, content } = blob;
    if (content === undefined) throw new Error(`a bundle has all of its layers, and not ${digest}`);
    if (!(await registry.hasBlob(to, digest))) await registry.pushBlob(to, { digest, size }, content);
  }
  const { mediaType, content } = image.manifest;
  return registry.pushManifest(to, { mediaType, bytes: content });
}
