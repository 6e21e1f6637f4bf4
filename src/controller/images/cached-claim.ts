import { objectMeta, type ObjectMeta } from '../../core/api/kubernetes/object-meta.ts';
import type { ObservedClaim } from '../../core/images/observed-image.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { fields, text } from '../../core/model/objects/reader.ts';

/** A PersistentVolumeClaim in the cache. */
export interface CachedClaim extends ObservedClaim {
  readonly metadata: ObservedClaim['metadata'] & Pick<ObjectMeta, 'namespace' | 'resourceVersion'>;
}

/** Returns the fields of a PersistentVolumeClaim that its Image depends on. The cache holds all claims of the cluster. */
export function cachedClaim({ metadata, spec }: KubeObject): CachedClaim {
  const { resources, storageClassName } = claimSpec(spec);
  return {
    metadata: claimMeta.parse(metadata),
    storage: resources.requests.storage,
    storageClassName,
  };
}

const claimSpec = fields({
  resources: fields({ requests: fields({ storage: text }) }),
  storageClassName: text,
});

const claimMeta = objectMeta
  .pick({
    name: true,
    namespace: true,
    uid: true,
    resourceVersion: true,
    labels: true,
    ownerReferences: true,
    deletionTimestamp: true,
  })
  .strip();
