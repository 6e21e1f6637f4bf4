import { resourceVersionOf, type KubeObject } from '../../../kube/client/kube-object.ts';
import { objectsAt, textAt } from '../../../model/json-field.ts';
import type { JsonObject } from '../../../model/json.ts';

/** What tells one object, and one version of it, from all others. */
export interface Identity {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** The object that another one belongs to. */
export interface OwnedBy {
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

/** Who controls an object (`ObjectMeta.ownerReferences`). */
export function controllerOf({ metadata }: KubeObject): OwnedBy | undefined {
  const owner = objectsAt(metadata, 'ownerReferences').find(({ controller }) => controller === true);
  if (owner === undefined) return undefined;
  return { kind: textAt(owner, 'kind') ?? '', name: textAt(owner, 'name') ?? '', uid: textAt(owner, 'uid') ?? '' };
}

/** Milliseconds since 1970 of a time in a field, if there is one. */
export function timeAt(object: JsonObject, key: string): number | undefined {
  const time = Date.parse(textAt(object, key) ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** By what caches and queues name an object of a namespace. */
export function keyIn(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
