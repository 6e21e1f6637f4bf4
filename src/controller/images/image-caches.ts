import type { Build } from '../../core/api/kpack/build.ts';
import type { Image } from '../../core/api/kpack/image.ts';
import { IMAGE } from '../../core/api/kpack/kind-definitions.ts';
import type { SourceResolver } from '../../core/api/kpack/source-resolver.ts';
import { cacheClaimName } from '../../core/images/cache-claim.ts';
import { sourceResolverName } from '../../core/images/source-resolver.ts';
import type { Selection } from '../../clients/kube/client/list.ts';
import { BUILDS, IMAGES, PERSISTENT_VOLUME_CLAIMS } from '../../clients/kube/client/resources.ts';
import { IMAGE_LABEL } from '../../core/model/image-metadata.ts';
import type { BuilderCaches } from '../builders/builder-kinds.ts';
import { objectKey } from '../kit/identity.ts';
import { objectCache, type CacheDependencies, type ObjectCache } from '../kit/object-cache.ts';
import { readableCache, type ReadableCache } from '../kit/readable-cache.ts';
import { cachedBuildReader } from './cached-build.ts';
import { cachedClaim, type CachedClaim } from './cached-claim.ts';

/** The objects that determine the next step of an Image. */
export interface ImageCaches {
  /**
   * The indexes `resolver` and `claim` find the Image that uses an object with this key, also if the object has no owner. The index
   * `builder` finds the Images that use a builder, by its kind and its key.
   */
  readonly images: ReadableCache<Image>;
  readonly resolvers: ReadableCache<SourceResolver>;
  /**
   * The Builds of Images, or all Builds if a limit counts them. The index `image` finds them by `NAMESPACE/NAME` of the Image that
   * their label names.
   */
  readonly builds: Pick<ObjectCache<Build>, 'store' | 'subscribe' | 'synced'>;
  readonly claims: Pick<ObjectCache<CachedClaim>, 'store' | 'subscribe' | 'synced'>;
  readonly builders: BuilderCaches;
}

/** Starts to cache Images, their Builds and their claims, beside the caches of other controllers. */
export function imageCaches(
  dependencies: CacheDependencies,
  builders: BuilderCaches,
  resolvers: ReadableCache<SourceResolver>,
  selection: Pick<Selection, 'labelSelector'> = { labelSelector: IMAGE_LABEL },
): ImageCaches {
  const parse = cachedBuildReader();
  return {
    images: readableCache({ resource: IMAGES, definition: IMAGE, indexers: IMAGE_INDEXERS }, dependencies),
    resolvers,
    builds: objectCache({ resource: BUILDS, selection, parse, indexers: BUILD_INDEXERS }, dependencies),
    claims: objectCache({ resource: PERSISTENT_VOLUME_CLAIMS, parse: cachedClaim }, dependencies),
    builders,
  };
}

export const IMAGE_INDEXERS = {
  resolver: (image: Image): readonly string[] => [objectKey(image.metadata.namespace ?? '', sourceResolverName(image))],
  builder: ({ metadata, spec: { builder } }: Image): readonly string[] => {
    const { kind = '', name } = builder;
    return [`${kind} ${kind === 'Builder' ? objectKey(metadata.namespace ?? '', name) : name}`];
  },
  claim: (image: Image): readonly string[] => [objectKey(image.metadata.namespace ?? '', cacheClaimName(image))],
};

export const BUILD_INDEXERS = { image: (build: Build): readonly string[] => [imageKeyOf(build)] };

/** True if a Build's label names an Image. */
export function isBuildOfImage({ metadata }: Pick<Build, 'metadata'>): boolean {
  return metadata.labels?.[IMAGE_LABEL] !== undefined;
}

/** Returns the key of the Image that a Build's label names. */
export function imageKeyOf({ metadata }: Pick<Build, 'metadata'>): string {
  return objectKey(metadata.namespace ?? '', metadata.labels?.[IMAGE_LABEL] ?? '');
}
