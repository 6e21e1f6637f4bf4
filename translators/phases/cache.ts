import type { Cache, ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { CACHE, claimVolume, type Volume, type VolumeMount } from './volumes.ts';

/** Returns the tag of the cache image. completion reports its digest. */
export function registryCacheTag({ operation }: ResolvedBuild): string | undefined {
  if (operation.kind === 'rebase') return operation.cacheTag;
  return operation.cache.kind === 'registry' ? operation.cache.tag : undefined;
}

/** Returns the analyzer's arguments. It checks access to a cache image and takes no cache volume. */
export function analyzeCacheArgs(cache: Cache): readonly string[] {
  return cache.kind === 'registry' ? restoreCacheArgs(cache) : [];
}

/** Returns the restorer's arguments. It reads the previous Build's cache image, by digest if the digest is known. */
export function restoreCacheArgs(cache: Cache): readonly string[] {
  return cacheArgs(cache, (registry) => registry.restoreFrom);
}

/** Returns the exporter's arguments. It always writes the cache image by tag. */
export function exportCacheArgs(cache: Cache): readonly string[] {
  return cacheArgs(cache, (registry) => registry.tag);
}

/**
 * Returns the mount of a cache volume. An execution environment has a directory of its own, which the kubelet creates with the mode of
 * the volume's root. The lifecycle reads and removes no other directory than its own in a cache.
 */
export function cacheMounts(cache: Cache): readonly VolumeMount[] {
  if (cache.kind !== 'volume') return [];
  return [cache.execEnv === undefined ? CACHE : { ...CACHE, subPath: `exec-env-${cache.execEnv}` }];
}

export function cacheVolumes(cache: Cache): readonly Volume[] {
  return cache.kind === 'volume' ? [claimVolume(CACHE.name, cache.claim)] : [];
}

function cacheArgs(cache: Cache, image: (registry: Cache & { kind: 'registry' }) => string): readonly string[] {
  switch (cache.kind) {
    case 'none':
      return [];
    case 'volume':
      return [`-cache-dir=${CACHE.mountPath}`];
    case 'registry':
      return [`-cache-image=${image(cache)}`];
  }
}
