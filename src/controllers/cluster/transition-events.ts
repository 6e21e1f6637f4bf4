import type { Happening } from '../../kube/client/event.ts';
import { apiVersionOf, type Resource } from '../../kube/client/resource.ts';
import { isJsonList, isJsonObject, type JsonObject } from '../../model/json.ts';
import type { StatusOwner } from './write-status.ts';

/** What is to be told of a status that was written: the conditions that turned. Those that stay what they are say nothing. */
export function transitionEvents(resource: Resource, owner: StatusOwner, next: JsonObject): readonly Happening[] {
  const regarding = regardedAs(resource, owner);
  const before = statusesOf(isJsonObject(owner.status) ? owner.status : {});
  return conditionsIn(next).flatMap((condition): readonly Happening[] => {
    const { type, status, reason, message } = condition;
    if (typeof type !== 'string' || before.get(type) === status) return [];
    const isGood = status === 'True';
    return [
      {
        regarding,
        type: isGood ? 'Normal' : 'Warning',
        reason: isGood ? type : typeof reason === 'string' ? reason : `Not${type}`,
        action: 'Reconcile',
        note: typeof message === 'string' ? message : `${type} is ${isGood ? 'true' : 'not true'} now`,
      },
    ];
  });
}

/** An object as Events regard it. */
export function regardedAs(resource: Resource, { metadata }: StatusOwner): Happening['regarding'] {
  const { name, namespace, uid } = metadata;
  return {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: {
      name,
      ...(typeof namespace === 'string' && { namespace }),
      ...(typeof uid === 'string' && { uid }),
    },
  };
}

function statusesOf(status: JsonObject): ReadonlyMap<unknown, unknown> {
  return new Map(conditionsIn(status).map((condition) => [condition['type'], condition['status']]));
}

function conditionsIn({ conditions }: JsonObject): readonly JsonObject[] {
  return conditions !== undefined && isJsonList(conditions) ? conditions.filter(isJsonObject) : [];
}
