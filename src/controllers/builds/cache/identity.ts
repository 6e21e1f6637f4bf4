import { resourceVersionOf, type KubeObject } from '../../../kube/client/kube-object.ts';
import { objectsAt, textAt } from '../../../model/json-field.ts';

/** Identifies one object and one version of it. */
export interface Identity {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

export interface OwnerReference {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

export function identityOf({ metadata }: KubeObject): Identity {
  return {
    namespace: textAt(metadata, 'namespace') ?? '',
    name: metadata.name,
    uid: textAt(metadata, 'uid') ?? '',
    resourceVersion: resourceVersionOf(metadata),
  };
}

/** Returns the owner that controls an object (apimachinery, `metav1.GetControllerOf`). */
export function controllerOf({ metadata }: KubeObject): OwnerReference | undefined {
  const owner = objectsAt(metadata, 'ownerReferences').find(({ controller }) => controller === true);
  if (owner === undefined) return undefined;
  return { kind: textAt(owner, 'kind') ?? '', name: textAt(owner, 'name') ?? '', uid: textAt(owner, 'uid') ?? '' };
}

/** Returns the key of a namespaced object in caches and queues. */
export function objectKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
