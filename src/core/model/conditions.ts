import type { JsonObject } from './json.ts';
import { asObject, type Conditions } from './objects/object-meta.ts';

export type StatusCondition = Conditions[number];

/** Returns the first condition of a type in the status of an object; `undefined` if the status has none. */
export function statusConditionOf(object: JsonObject, wanted: string): StatusCondition | undefined {
  return asObject(object).status.conditions.find(({ type }) => type === wanted);
}

/**
 * Returns the Succeeded condition of a Build or TaskRun; `undefined` if its status has none. `True` and `False` are final,
 * `Unknown` means that the object is still running.
 */
export function succeededCondition(object: JsonObject): StatusCondition | undefined {
  return statusConditionOf(object, 'Succeeded');
}

/** True if the Succeeded condition of a Build or TaskRun is `True` or `False`. */
export function isFinished(object: JsonObject): boolean {
  const status = succeededCondition(object)?.status;
  return status === 'True' || status === 'False';
}
