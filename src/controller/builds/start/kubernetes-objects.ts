import type { Secret } from '../../../core/api/kubernetes/secret.ts';
import type { ServiceAccount } from '../../../core/api/kubernetes/service-account.ts';
import type { KubeObject } from '../../../clients/kube/client/kube-object.ts';
import { objectAt, objectsAt, textAt } from '../../../core/model/json-field.ts';
import { isJsonObject, type Json } from '../../../core/model/json.ts';

/** Returns the fields of a ServiceAccount that the resolver reads. */
export function serviceAccountOf(object: KubeObject): ServiceAccount {
  const { name, annotations } = object.metadata;
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, annotations: texts(annotations) },
    secrets: references(object, 'secrets'),
    imagePullSecrets: references(object, 'imagePullSecrets'),
  };
}

/** Returns the fields of a Secret that the resolver reads: type, annotations, and the keys of its data without the values. */
export function secretOf(object: KubeObject): Secret {
  const type = textAt(object, 'type');
  const data = Object.entries(objectAt(object, 'data')).map(([key, value]) => [key, placeholder(value)]);
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: object.metadata.name, annotations: texts(object.metadata['annotations']) },
    data: Object.fromEntries(data),
    ...(type !== undefined && { type }),
  };
}

function references(object: KubeObject, field: string): readonly { readonly name: string }[] {
  return objectsAt(object, field).map((reference) => ({ name: textAt(reference, 'name') ?? '' }));
}

/** Replaces a value, so that the content of a Secret goes no further. */
function placeholder(value: Json): string {
  return value === '' ? '' : 'present';
}

function texts(value: Json | undefined): Readonly<Record<string, string>> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text] as const] : [])));
}
