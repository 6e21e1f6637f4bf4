import type { ObjectMeta } from '../../src/api/meta/object-meta.ts';
import type { Manifest } from '../../src/model/manifest.ts';

/** What kubectl notes of the object that was applied before. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** What users say of an object, without what a cluster has added. */
export function metadataOf({ name = '', namespace, labels, annotations }: Partial<ObjectMeta>): Manifest['metadata'] {
  const kept = Object.entries(annotations ?? {}).filter(([key]) => key !== LAST_APPLIED);
  return {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(labels !== undefined && { labels }),
    ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }),
  };
}
