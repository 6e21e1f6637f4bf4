import { canonicalName, parseImageReference } from '../../model/image-reference.ts';
import type { RegistryClient } from '../../registry/client/registry-client.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';

/** The cache image by digest, or why it is not known. */
export type CacheImage =
  { readonly kind: 'image'; readonly reference: string } | { readonly kind: 'unknown'; readonly reason: string };

/** Asks what a cache tag holds now. A build is as good without: it rejects with nothing of a registry's. */
export async function findCacheImage(client: RegistryClient, tag: string): Promise<CacheImage> {
  const reference = parseImageReference(tag);
  if (reference === undefined) return { kind: 'unknown', reason: `${tag} is no image reference` };
  try {
    const { digest } = await client.resolve(reference);
    return { kind: 'image', reference: canonicalName({ ...reference, digest }) };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { kind: 'unknown', reason: error.message };
  }
}
