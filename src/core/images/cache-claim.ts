import type { Image } from '../api/kpack/image.ts';
import type { Manifest } from '../model/kubernetes-object.ts';
import { childName } from '../model/names.ts';
import { childMetadata } from './child-metadata.ts';

/** Returns the name of the PersistentVolumeClaim of an Image's volume cache. */
export function cacheClaimName({ metadata }: Pick<Image, 'metadata'>): string {
  return childName(metadata.name, '-cache');
}

/** True if the Image has a volume cache. */
export function needsCacheClaim({ spec }: Pick<Image, 'spec'>): boolean {
  return spec.cache?.volume?.size !== undefined;
}

/** Returns the PersistentVolumeClaim of an Image's volume cache (kpack, image_builds.go); `undefined` if it has none. */
export function cacheClaim(image: Image): Manifest | undefined {
  const { size, storageClassName = '' } = image.spec.cache?.volume ?? {};
  if (size === undefined) return undefined;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: childMetadata(image, cacheClaimName(image)),
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: size } },
      ...(storageClassName !== '' && { storageClassName }),
    },
  };
}
