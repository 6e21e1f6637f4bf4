import { objectAt, objectsAt, textAt, textsAt } from '../model/json-field.ts';
import type { JsonObject } from '../model/json.ts';

/** A condition in an object's status. */
export interface ConditionView {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** The time of the last transition (RFC 3339). */
  readonly since?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Returns the conditions of an object. A status other than `True` and `False` is `Unknown`. */
export function conditionsOf(object: JsonObject): readonly ConditionView[] {
  return objectsAt(objectAt(object, 'status'), 'conditions').flatMap((condition) => {
    const type = textAt(condition, 'type');
    if (type === undefined) return [];
    const status = textAt(condition, 'status');
    const since = textAt(condition, 'lastTransitionTime');
    return [
      {
        type,
        status: status === 'True' || status === 'False' ? status : 'Unknown',
        ...(since !== undefined && { since }),
        ...textsAt(condition, 'reason', 'message'),
      },
    ];
  });
}

/** Returns the condition of a type. */
export function conditionOf(object: JsonObject, type: string): ConditionView | undefined {
  return conditionsOf(object).find((condition) => condition.type === type);
}

/** True if the status describes the current spec of an object. */
export function isObserved(object: JsonObject): boolean {
  const { generation = 0 } = objectAt(object, 'metadata');
  const { observedGeneration = 0 } = objectAt(object, 'status');
  return generation === observedGeneration;
}
