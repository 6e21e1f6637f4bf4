import { isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import type { Resource } from './resource.ts';
import { apiVersionOf } from './resource.ts';

/** What every object says of itself (`ObjectMeta`), as far as this folder reads it. */
export interface ObjectMeta extends JsonObject {
  readonly name: string;
}

/** An object as its server gives it, whole: fields that nobody here knows are kept. */
export interface KubeObject extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** An answer as an object; `undefined` if it is none. Items of lists do not say what they are: the resource does. */
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

/** `namespace/name`, or the name of what has no namespace. */
export function keyOf({ metadata: { name, namespace } }: KubeObject): string {
  return typeof namespace === 'string' && namespace !== '' ? `${namespace}/${name}` : name;
}

/** The version of an object or of a list; empty where it has none. */
export function resourceVersionOf(metadata: Json | undefined): string {
  const version = isJsonObject(metadata) ? metadata['resourceVersion'] : undefined;
  return typeof version === 'string' ? version : '';
}

function isObjectMeta(metadata: Json | undefined): metadata is ObjectMeta {
  return isJsonObject(metadata) && typeof metadata['name'] === 'string' && metadata['name'] !== '';
}
