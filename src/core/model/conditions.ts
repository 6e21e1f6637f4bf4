import { objectAt, objectsAt, textsAt } from './json-field.ts';
import type { JsonObject } from './json.ts';

/** A condition in an object's status, as far as the status says (Kubernetes API conventions). */
export interface StatusCondition {
  /** `True`, `False` or `Unknown`. */
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
}

/**
 * Returns the Succeeded condition of a Build or TaskRun; `undefined` if its status has none. `True` and `False` are final,
 * `Unknown` means that the object is still running.
 */
export function succeededCondition(object: JsonObject): StatusCondition | undefined {
  const condition = objectsAt(objectAt(object, 'status'), 'conditions').find(({ type }) => type === 'Succeeded');
  return condition && textsAt(condition, 'status', 'reason', 'message');
}

/** True if the Succeeded condition of a Build or TaskRun is `True` or `False`. */
export function isFinished(object: JsonObject): boolean {
  const status = succeededCondition(object)?.status;
  return status === 'True' || status === 'False';
}
