import type { ObjectMeta } from '../../src/api/kubernetes/object-meta.ts';
import type { Manifest } from '../../src/model/kubernetes-object.ts';

/** kubectl's annotation with the last applied object. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Returns the metadata that users write, without fields that the cluster added. */
export function metadataOf({ name = '', namespace, labels, annotations }: Partial<ObjectMeta>): Manifest['metadata'] {
  const kept = Object.entries(annotations ?? {}).filter(([key]) => key !== LAST_APPLIED);
  return {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(labels !== undefined && { labels }),
    ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }),
  };
}
