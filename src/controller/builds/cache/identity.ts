import { resourceVersionOf, type KubeObject } from '../../../clients/kube/client/kube-object.ts';
import { textAt } from '../../../core/model/json-field.ts';

/** Identifies one object and one version of it. */
export interface Identity {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

export function identityOf({ metadata }: KubeObject): Identity {
  return {
    namespace: textAt(metadata, 'namespace') ?? '',
    name: metadata.name,
    uid: textAt(metadata, 'uid') ?? '',
    resourceVersion: resourceVersionOf(metadata),
  };
}

/** Returns the key of a namespaced object in caches and queues. */
export function objectKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
