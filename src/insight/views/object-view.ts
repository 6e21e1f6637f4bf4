import { defined } from '../../core/model/defined.ts';
import type { ObjectMeta } from '../../core/model/objects/object-meta.ts';

/** The version of the views of `list`, `status` and `why`. A field is never removed or renamed without another version. */
export const VIEW_VERSION = 'taskpack.dev/v1alpha1';

/** The fields that all views share. */
export interface ObjectView {
  readonly name: string;
  /** Absent for objects without a namespace. */
  readonly namespace?: string;
  /** RFC 3339. */
  readonly createdAt?: string;
}

/** A reference to an object by kind and name. */
export interface ObjectReference {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** The condition that a state comes from, as the controller wrote it. */
export interface Details {
  readonly reason?: string;
  readonly message?: string;
}

/** Returns the name, namespace and creation time of an object. */
export function objectView({ metadata }: WithMetadata): ObjectView {
  const { name = '', namespace, creationTimestamp: createdAt } = metadata;
  return { name, ...defined({ namespace, createdAt }) };
}

interface WithMetadata {
  readonly metadata: ObjectMeta;
}

/** Returns an object's annotation; `undefined` if it is absent or empty. */
export function annotationOf({ metadata }: WithMetadata, name: string): string | undefined {
  return metadata.annotations.get(name);
}

/** Returns an object's label; `undefined` if it is absent or empty. */
export function labelOf({ metadata }: WithMetadata, name: string): string | undefined {
  return metadata.labels.get(name);
}

/** Returns a reference such as `Builder team/java` or `ClusterBuilder base`. */
export function referenceText({ kind, name, namespace }: ObjectReference): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
