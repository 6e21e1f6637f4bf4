import type { Build } from '../../core/api/kpack/build.ts';
import type { Image } from '../../core/api/kpack/image.ts';
import { cacheClaimName } from '../../core/images/cache-claim.ts';
import type { ObservedBuilder } from '../../core/images/observed-builder.ts';
import type { ObservedImage } from '../../core/images/observed-image.ts';
import { pushedTags, type SharedTag } from '../../core/images/shared-tag.ts';
import { sourceResolverName } from '../../core/images/source-resolver.ts';
import type { TagHolders } from '../../core/images/tag-holders.ts';
import { objectKey } from '../kit/identity.ts';
import type { BuilderCaches } from '../builders/builder-kinds.ts';
import type { ImageCaches } from './image-caches.ts';
import type { OwnWrites } from './own-writes.ts';

/**
 * Returns an Image and the objects that its next step depends on; `undefined` if the Image is deleted, is being
 * deleted, or is unreadable.
 */
export function observeImage(
  caches: ImageCaches,
  { writes, tags }: { readonly writes: OwnWrites; readonly tags: Pick<TagHolders, 'neighbour'> },
  key: string,
): ObservedImage | undefined {
  const cached = caches.images.store.get(key);
  const image = cached && writes.images.newest(key, cached);
  if (image === undefined || image.metadata.deletionTimestamp !== undefined) return undefined;
  const [, resolverKey, claimKey] = keysOf(image);
  return {
    image,
    builder: builderOf(image, caches.builders),
    resolver: writes.resolvers.newest(resolverKey, caches.resolvers.store.get(resolverKey)),
    builds: buildsOf(key, caches, writes),
    sharedTag: sharedTagOf(image, tags),
    claim: writes.claims.newest(claimKey, caches.claims.store.get(claimKey)),
  };
}

/**
 * Returns the milliseconds until all writes of this process count as seen; `undefined` if the caches have seen them. If a user
 * deletes an object before the API server's response to its creation arrives, no event follows that response.
 */
export function expectationExpiresInMs(caches: ImageCaches, writes: OwnWrites, image: Image): number | undefined {
  const { resolvers, claims, builds } = writes;
  const [key, resolverKey, claimKey] = keysOf(image);
  const created = builds.pending(key);
  const lags = [
    resolvers.expiresInMs(resolverKey, caches.resolvers.store.get(resolverKey)),
    claims.expiresInMs(claimKey, caches.claims.store.get(claimKey)),
    builds.expiresInMs(key, created && cachedBuildOf(created, caches.builds.store.byIndex('image', key))),
  ].filter((lag) => lag !== undefined);
  return lags.length === 0 ? undefined : Math.min(...lags);
}

/** Returns the keys of an Image, its SourceResolver and its claim. */
function keysOf(image: Image): readonly [string, string, string] {
  const { namespace = '', name } = image.metadata;
  return [
    objectKey(namespace, name),
    objectKey(namespace, sourceResolverName(image)),
    objectKey(namespace, cacheClaimName(image)),
  ];
}

function sharedTagOf(image: Image, tags: Pick<TagHolders, 'neighbour'>): SharedTag | undefined {
  for (const tag of pushedTags(image)) {
    const other = tags.neighbour(image.metadata, tag);
    if (other !== undefined) return { tag, other };
  }
  return undefined;
}

function cachedBuildOf({ metadata: { uid } }: Build, cached: readonly Build[]): Build | undefined {
  return cached.find(({ metadata }) => metadata.uid === uid);
}

function builderOf(
  { metadata, spec }: Image,
  { builders, clusterBuilders }: BuilderCaches,
): ObservedBuilder | undefined {
  const { kind, name } = spec.builder;
  if (kind === 'Builder') return builders.store.get(objectKey(metadata.namespace ?? '', name));
  return clusterBuilders.store.get(name);
}

/** Returns the cached Builds, and the Build that this process has created and the cache has not seen yet. */
function buildsOf(key: string, { builds }: ImageCaches, writes: OwnWrites): readonly Build[] {
  const cached = builds.store.byIndex('image', key);
  const created = writes.builds.newest(key, undefined);
  if (created === undefined) return cached;
  const seen = cachedBuildOf(created, cached);
  const newest = writes.builds.newest(key, seen);
  return newest === undefined || newest === seen ? cached : [...cached.filter((build) => build !== seen), newest];
}
