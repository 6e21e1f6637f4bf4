import type { Image } from '../api/kpack/image.ts';
import type { Manifest } from '../model/kubernetes-object.ts';
import { childName } from '../model/names.ts';
import { ownedBy } from './owner.ts';

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
  const { metadata, spec } = image;
  const { namespace, labels = {} } = metadata;
  const { size, storageClassName = '' } = spec.cache?.volume ?? {};
  if (size === undefined) return undefined;
  const { ownerReferences } = ownedBy(image);
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: cacheClaimName(image),
      ...(namespace !== undefined && { namespace }),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(ownerReferences !== undefined && { ownerReferences: ownerReferences.map((owner) => ({ ...owner })) }),
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: size } },
      ...(storageClassName !== '' && { storageClassName }),
    },
  };
}
