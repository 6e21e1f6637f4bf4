import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { asObject } from '../../core/model/objects/object-meta.ts';

/** Identifies one object and one version of it. */
export interface Identity {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

export function identityOf(object: KubeObject): Identity {
  const { namespace = '', name = '', uid = '', resourceVersion = '' } = asObject(object).metadata;
  return { namespace, name, uid, resourceVersion };
}

/** Returns the key of a namespaced object in caches and queues. */
export function objectKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
