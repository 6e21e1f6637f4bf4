import type { Cache, ResolvedBuild } from '../../src/model/resolved-build.ts';
import { CACHE } from './mounts.ts';
import { claimVolume, type Volume, type VolumeMount } from './volume.ts';

/** The tag whose digest is reported as the cache's. */
export function registryCacheTag({ operation }: ResolvedBuild): string | undefined {
  if (operation.kind === 'rebase') return operation.cacheTag;
  return operation.cache.kind === 'registry' ? operation.cache.tag : undefined;
}

/** The analyzer checks access to a cache image; a cache volume is none of its business. */
export function analyzeCacheArgs(cache: Cache): readonly string[] {
  return cache.kind === 'registry' ? restoreCacheArgs(cache) : [];
}

/** Restore reads last build's cache, by digest where it is known. */
export function restoreCacheArgs(cache: Cache): readonly string[] {
  return cacheArgs(cache, (registry) => registry.restoreFrom);
}

/** Export writes the tag, whatever restore has read. */
export function exportCacheArgs(cache: Cache): readonly string[] {
  return cacheArgs(cache, (registry) => registry.tag);
}

export function cacheMounts(cache: Cache): readonly VolumeMount[] {
  return cache.kind === 'volume' ? [CACHE] : [];
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
