import { EXPLANATIONS, type FailureReason } from '../../../../src/core/model/failures/explanations.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { objectAt, objectsAt, textAt } from '../../../support/json-field.ts';
import { isPhaseName } from '../../../../src/core/model/phase-name.ts';
import type { Difference, Pair } from './difference.ts';

/** Differences in conditions. */
export const CONDITION_DIFFERENCES: readonly Difference[] = [
  { id: 'says-why-it-waits', reduce: (pair, { pod }) => (waitsForMore(pair, pod) ? withKpacks(pair, true) : pair) },
  { id: 'reasons-of-our-own', reduce: (pair) => (hasOwnReason(pair) ? withKpacks(pair, isInOwnWords(pair)) : pair) },
  { id: 'error-said-once', reduce: (pair) => withOneError(pair) },
  { id: 'meaning-behind-the-words', reduce: (pair) => withoutMeaning(pair) },
];

/** True if taskpack's condition reports a fact about the Pod that kpack ignores. */
function waitsForMore({ kpack, ours }: Pair, pod: JsonObject): boolean {
  const { reason, status } = ours.condition;
  if (status !== 'Unknown' || reason === undefined) return false;
  const kpacks = kpack.condition.reason;
  const ofOthers = waitingIn(pod).filter(({ name }) => !isPhaseName(name));
  const isWider = kpacks === undefined || ofOthers.some((container) => container.reason === kpacks);
  return isWider && (waitingIn(pod).some((one) => one.reason === reason) || isUnscheduled(pod, reason));
}

function waitingIn(pod: JsonObject): readonly { readonly name: string; readonly reason: string | undefined }[] {
  const status = objectAt(pod, 'status');
  const statuses = [...objectsAt(status, 'initContainerStatuses'), ...objectsAt(status, 'containerStatuses')];
  return statuses.map((one) => ({
    name: textAt(one, 'name') ?? '',
    reason: textAt(objectAt(objectAt(one, 'state'), 'waiting'), 'reason'),
  }));
}

function isUnscheduled(pod: JsonObject, reason: string): boolean {
  return objectsAt(objectAt(pod, 'status'), 'conditions').some((one) => textAt(one, 'reason') === reason);
}

function hasOwnReason({ ours }: Pair): boolean {
  const { status, reason } = ours.condition;
  return status === 'False' && reason !== undefined && Object.hasOwn(EXPLANATIONS, reason);
}

function isInOwnWords({ ours }: Pair): boolean {
  const { reason = '', message = '' } = ours.condition;
  return message.startsWith(EXPLANATIONS[reason as FailureReason].meaning);
}

/** Returns the condition with kpack's reason, and with kpack's message if taskpack's is completely different. */
function withKpacks({ kpack, ours }: Pair, andMessage: boolean): Pair {
  const { reason, message } = kpack.condition;
  const words = andMessage ? message : ours.condition.message;
  const condition = {
    ...(ours.condition.status !== undefined && { status: ours.condition.status }),
    ...(reason !== undefined && { reason }),
    ...(words !== undefined && { message: words }),
  };
  return { kpack, ours: { ...ours, condition } };
}

/** The log lines of taskpack's own steps start with a word that kpack's message contains already. */
function withOneError({ kpack, ours }: Pair): Pair {
  const { message = '', ...rest } = kpack.condition;
  const words = message.replace(/(Container (?:prepare|completion) terminated with error )ERROR: /, '$1');
  return words === message ? { kpack, ours } : { kpack: { ...kpack, condition: { ...rest, message: words } }, ours };
}

/** kpack's message ends where taskpack's explanation starts. */
function withoutMeaning({ kpack, ours }: Pair): Pair {
  const { message = '', ...rest } = ours.condition;
  const words = /^(?<words>Error: .*)\. [A-Z][^.]* \(exit code \d+\)\.$/s.exec(message)?.groups?.['words'];
  return words === undefined ? { kpack, ours } : { kpack, ours: { ...ours, condition: { ...rest, message: words } } };
}
