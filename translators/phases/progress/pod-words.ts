import type { JsonObject } from '../../../src/model/json.ts';
import { objectAt, objectsAt, textAt, textsAt } from '../../../src/model/json-field.ts';

export interface Words {
  readonly reason?: string;
  readonly message?: string;
}

/** Why a Pod has ended badly or is about to: the kubelet's words, or those of whoever disrupts it (KEP-3329). */
export function wordsOfEnd(pod: JsonObject): Words {
  return ownWords(pod) ?? wordsOfCondition(pod, 'DisruptionTarget', 'True');
}

/** Why a Pod does not run yet: the kubelet's words, or the scheduler's. */
export function wordsOfDelay(pod: JsonObject): Words {
  return ownWords(pod) ?? wordsOfCondition(pod, 'PodScheduled', 'False');
}

function ownWords(pod: JsonObject): Words | undefined {
  const words = textsAt(objectAt(pod, 'status'), 'reason', 'message');
  return Object.keys(words).length > 0 ? words : undefined;
}

function wordsOfCondition(pod: JsonObject, type: string, status: string): Words {
  const conditions = objectsAt(objectAt(pod, 'status'), 'conditions');
  const found = conditions.find((one) => textAt(one, 'type') === type && textAt(one, 'status') === status);
  return found === undefined ? {} : textsAt(found, 'reason', 'message');
}
