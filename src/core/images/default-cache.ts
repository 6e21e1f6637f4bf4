import type { Image } from '../api/kpack/image.ts';
import type { ImageCondition } from './image-status.ts';

/** The size that kpack's webhook writes (kpack, image_validation.go). */
const SIZE = '2G';

/**
 * Returns the Image with the volume cache that kpack's webhook would have written into its spec. Returns the Image unchanged if it has
 * `spec.cache`, also an empty one, if it was created before `sinceMs`, or without `sinceMs`. Depends on nothing that a restart or the
 * status of the Image can change.
 */
export function withDefaultCache(image: Image, sinceMs: number | undefined): Image {
  const { metadata, spec } = image;
  const createdMs = Date.parse(metadata.creationTimestamp ?? '');
  // Without a time, the comparison is false.
  if (spec.cache !== undefined || sinceMs === undefined || !(createdMs >= sinceMs)) return image;
  return { ...image, spec: { ...spec, cache: { volume: { size: SIZE } } } };
}

/** Returns the condition of an Image whose cache is not in its spec. */
export function defaultCacheConditions(written: Image, image: Image): readonly ImageCondition[] {
  if (written === image) return [];
  const message = `the Image has no spec.cache, so DEFAULT_CACHE_SINCE gives it a volume cache of ${SIZE}: for no cache, write spec.cache: {}`;
  return [{ type: 'DefaultCache', status: 'True', reason: 'NoCacheInSpec', message }];
}
