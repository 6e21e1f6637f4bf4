import type { Image } from '../api/kpack/image.ts';
import type { Manifest } from '../model/manifest.ts';
import { cacheClaimName } from '../resolver/first-build.ts';

/** The PersistentVolumeClaim that kpack's Image controller makes for a volume cache (kpack, image_builds.go). */
export function cacheClaim(image: Image): readonly Manifest[] {
  const { metadata, spec, apiVersion, kind } = image;
  const { namespace, labels = {}, uid, name } = metadata;
  const { size, storageClassName = '' } = spec.cache?.volume ?? {};
  if (size === undefined) return [];
  const owner = { apiVersion, kind, name, uid: uid ?? '', controller: true, blockOwnerDeletion: true };
  const claim: Manifest = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: cacheClaimName(image),
      ...(namespace !== undefined && { namespace }),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(uid !== undefined && { ownerReferences: [owner] }),
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: size } },
      ...(storageClassName !== '' && { storageClassName }),
    },
  };
  return [claim];
}
