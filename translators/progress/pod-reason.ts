import { objectAt, objectsAt, textAt, textsAt } from '../../src/core/model/json-field.ts';
import type { JsonObject } from '../../src/core/model/json.ts';

/** A reason and a message as the kubelet, the scheduler or another controller wrote them. */
export interface PodReason {
  readonly reason?: string;
  readonly message?: string;
}

/** Returns why a Pod failed or is being disrupted: the kubelet's reason, or that of the disruption (KEP-3329). */
export function failureReason(pod: JsonObject): PodReason {
  return statusReason(pod) ?? conditionReason(pod, 'DisruptionTarget', 'True');
}

/** Returns why a Pod does not run yet: the kubelet's reason or the scheduler's. */
export function pendingReason(pod: JsonObject): PodReason {
  return statusReason(pod) ?? conditionReason(pod, 'PodScheduled', 'False');
}

function statusReason(pod: JsonObject): PodReason | undefined {
  const reason = textsAt(objectAt(pod, 'status'), 'reason', 'message');
  return Object.keys(reason).length > 0 ? reason : undefined;
}

function conditionReason(pod: JsonObject, type: string, status: string): PodReason {
  const conditions = objectsAt(objectAt(pod, 'status'), 'conditions');
  const condition = conditions.find((one) => textAt(one, 'type') === type && textAt(one, 'status') === status);
  return condition === undefined ? {} : textsAt(condition, 'reason', 'message');
}
