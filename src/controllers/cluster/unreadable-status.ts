import { objectAt, objectsAt } from '../../model/json-field.ts';
import type { JsonObject } from '../../model/json.ts';
import { conditionsSince, kubernetesTime } from './conditions.ts';
import type { Unreadable } from './object-reader.ts';

/** The status of an object that cannot be read: what it was before stays, and it is not ready. */
export function unreadableStatus({ object, complaint: message }: Unreadable, now: number): JsonObject {
  const status = objectAt(object, 'status');
  const { generation } = object.metadata;
  const ready = { type: 'Ready', status: 'False', reason: 'Unreadable', message } as const;
  return {
    ...status,
    ...(typeof generation === 'number' && { observedGeneration: generation }),
    conditions: conditionsSince(objectsAt(status, 'conditions'), [ready], kubernetesTime(now)).map((one) => ({
      ...one,
    })),
  };
}
