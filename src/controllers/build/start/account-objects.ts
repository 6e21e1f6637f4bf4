import type { Secret } from '../../../api/core/secret.ts';
import type { ServiceAccount } from '../../../api/core/service-account.ts';
import type { KubeObject } from '../../../kube/client/kube-object.ts';
import { objectAt, objectsAt, textAt } from '../../../model/json-field.ts';
import { isJsonObject, type Json } from '../../../model/json.ts';

/** What of a ServiceAccount resolving needs. */
export function serviceAccountOf(object: KubeObject): ServiceAccount {
  const { name } = object.metadata;
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name },
    secrets: references(object, 'secrets'),
    imagePullSecrets: references(object, 'imagePullSecrets'),
  };
}

/** What of a Secret resolving needs: type, annotations, and of its data the keys alone. */
export function secretOf(object: KubeObject): Secret {
  const type = textAt(object, 'type');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: object.metadata.name, annotations: texts(object.metadata['annotations']) },
    data: Object.fromEntries(Object.entries(objectAt(object, 'data')).map(([key, value]) => [key, mark(value)])),
    ...(type !== undefined && { type }),
  };
}

function references(object: KubeObject, field: string): readonly { readonly name: string }[] {
  return objectsAt(object, field).map((reference) => ({ name: textAt(reference, 'name') ?? '' }));
}

/** Something in the place of a value, so that no Secret's content goes any further. */
function mark(value: Json): string {
  return value === '' ? '' : 'present';
}

function texts(value: Json | undefined): Readonly<Record<string, string>> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text] as const] : [])));
}
