import { objectAt, objectsAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';

/** Returns the condition `Ready` of an object, which is empty as long as there is none. */
export async function readyCondition(client: ApiClient, object: KubernetesObject): Promise<JsonObject> {
  const conditions = objectsAt(await statusOf(client, object), 'conditions');
  return conditions.find(({ type }) => type === 'Ready') ?? {};
}

export async function statusOf(client: ApiClient, object: KubernetesObject): Promise<JsonObject> {
  return objectAt(((await client.get(object)) ?? {}) as JsonObject, 'status');
}
