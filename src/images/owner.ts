import type { Image } from '../api/kpack/image.ts';
import type { ObjectMeta } from '../api/kubernetes/object-meta.ts';

/** Returns the reference to the Image as the controller of an object; nothing if the Image is not stored yet. */
export function ownedBy({ apiVersion, kind, metadata }: Image): Pick<ObjectMeta, 'ownerReferences'> {
  const { name, uid } = metadata;
  if (uid === undefined) return {};
  return { ownerReferences: [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }] };
}
