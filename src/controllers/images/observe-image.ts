import type { Build } from '../../api/kpack/build.ts';
import type { Image } from '../../api/kpack/image.ts';
import { cacheClaimName } from '../../images/cache-claim.ts';
import type { KnownBuilder } from '../../images/known-builder.ts';
import type { ObservedImage } from '../../images/observed-image.ts';
import { sourceResolverName } from '../../images/source-resolver.ts';
import { objectKey } from '../builds/cache/identity.ts';
import type { BuilderCaches } from '../builders/builder-kinds.ts';
import { imagesWithTagOf, type ImageCaches } from './image-caches.ts';
import type { OwnWrites } from './own-writes.ts';

/**
 * Returns an Image and the objects that its next step depends on; `undefined` if the Image is deleted, is being
 * deleted, or is unreadable.
 */
export function observeImage(caches: ImageCaches, writes: OwnWrites, key: string): ObservedImage | undefined {
  const cached = caches.images.store.get(key);
  const image = cached && writes.images.newest(key, cached);
  if (image === undefined || image.metadata.deletionTimestamp !== undefined) return undefined;
  const { namespace = '' } = image.metadata;
  const resolverKey = objectKey(namespace, sourceResolverName(image));
  const claimKey = objectKey(namespace, cacheClaimName(image));
  return {
    image,
    builder: builderOf(image, caches.builders),
    resolver: writes.resolvers.newest(resolverKey, caches.resolvers.store.get(resolverKey)),
    builds: buildsOf(key, caches, writes),
    sameTag: imagesWithTagOf(image, caches.images),
    claim: writes.claims.newest(claimKey, caches.claims.store.get(claimKey)),
  };
}

function builderOf({ metadata, spec }: Image, { builders, clusterBuilders }: BuilderCaches): KnownBuilder | undefined {
  const { kind, name } = spec.builder;
  if (kind === 'Builder') return builders.store.get(objectKey(metadata.namespace ?? '', name));
  return clusterBuilders.store.get(name);
}

/** Returns the cached Builds, and the Build that this process has created and the cache has not seen yet. */
function buildsOf(key: string, { builds }: ImageCaches, writes: OwnWrites): readonly Build[] {
  const cached = builds.store.byIndex('image', key);
  const created = writes.builds.newest(key, undefined);
  if (created === undefined) return cached;
  const seen = cached.find(({ metadata }) => metadata.uid === created.metadata.uid);
  const newest = writes.builds.newest(key, seen);
  return newest === undefined || newest === seen ? cached : [...cached.filter((build) => build !== seen), newest];
}
