import type { Image } from '../api/kpack/image.ts';
import type { ObjectMeta } from '../api/kubernetes/object-meta.ts';
import type { Manifest } from '../model/kubernetes-object.ts';

/** Labels or annotations. */
export type StringMap = Readonly<Record<string, string>>;

/** Returns the reference to the Image as the controller of an object; nothing if the Image is not stored yet. */
export function ownedBy({ apiVersion, kind, metadata }: Image): Pick<ObjectMeta, 'ownerReferences'> {
  const { name, uid } = metadata;
  if (uid === undefined) return {};
  return { ownerReferences: [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }] };
}

/** Returns the metadata of an object with this name that the Image owns and that gets the labels of the Image. */
export function childMetadata(image: Image, name: string): Manifest['metadata'] {
  const { namespace, labels = {} } = image.metadata;
  const { ownerReferences } = ownedBy(image);
  return {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(ownerReferences !== undefined && { ownerReferences: ownerReferences.map((owner) => ({ ...owner })) }),
  };
}

/** True if both maps have the same entries. An absent map is empty. */
export function isSameMap(a: StringMap = {}, b: StringMap = {}): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
