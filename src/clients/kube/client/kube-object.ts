import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts';
import { objectMeta } from '../../../core/model/objects/object-meta.ts';
import { json, text } from '../../../core/model/objects/reader.ts';
import { apiVersionOf, type Resource } from './resource.ts';

/** The metadata of an object (`ObjectMeta`), as far as this folder reads it. */
export interface ObjectMeta extends JsonObject {
  readonly name: string;
}

/** An object as the API server returns it, including unknown fields. */
export interface KubeObject extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/**
 * Returns a response as an object, or `undefined` if it is not an object. Adds apiVersion and kind, which items of
 * lists lack.
 */
export function asKubeObject(value: unknown, resource: Resource): KubeObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const { apiVersion, kind, metadata } = value;
  if (!isObjectMeta(metadata)) return undefined;
  return {
    ...value,
    apiVersion: typeof apiVersion === 'string' ? apiVersion : apiVersionOf(resource),
    kind: typeof kind === 'string' ? kind : resource.kind,
    metadata,
  };
}

/** The metadata that identifies an object among those of its kind. */
interface Named {
  readonly metadata: { readonly name: string; readonly namespace?: unknown };
}

/** Returns `namespace/name`, or `name` for cluster-scoped objects. */
export function keyOf({ metadata: { name, namespace } }: Named): string {
  return typeof namespace === 'string' && namespace !== '' ? `${namespace}/${name}` : name;
}

/** Returns the resourceVersion of an object or list, or an empty string. */
export function resourceVersionOf(metadata: Json | undefined): string {
  return text(json(metadata)['resourceVersion']) ?? '';
}

function isObjectMeta(metadata: Json | undefined): metadata is ObjectMeta {
  return text(json(metadata)['name']) !== undefined;
}

/** Formats milliseconds since 1970 as a Kubernetes `MicroTime`, which has six digits after the point. */
export function microTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z');
}

/** Formats milliseconds since 1970 as Kubernetes' `Time`, which has whole seconds. */
export function kubernetesTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d+Z$/, 'Z');
}

export interface OwnerReference {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** Returns the owner that controls an object (apimachinery, `metav1.GetControllerOf`). */
export function controllerOf({ metadata }: KubeObject): OwnerReference | undefined {
  const owner = objectMeta(metadata).ownerReferences.find(({ controller }) => controller);
  return owner && { kind: owner.kind ?? '', name: owner.name ?? '', uid: owner.uid ?? '' };
}
