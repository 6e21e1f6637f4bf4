import type { JsonObject } from '../../../../src/core/model/json.ts';
import { objectsAt, textAt } from '../../../support/json-field.ts';
import type { Outcome, Pair } from '../outcome.ts';
import type { Difference } from './difference.ts';

/** Differences in the status of the Image. */
export const STATUS_DIFFERENCES: readonly Difference[] = [
  { id: 'image-resolver-says-why', reduce: withoutResolverMessage },
  { id: 'image-missing-builder', reduce: withoutBuilderNamespace },
  { id: 'image-unreadable-run-image', reduce: withoutRunImageError },
];

function readyOf({ status }: Outcome): JsonObject {
  return objectsAt(status, 'conditions').find(({ type }) => type === 'Ready') ?? {};
}

function withReady(outcome: Outcome, ready: JsonObject): Outcome {
  const conditions = objectsAt(outcome.status, 'conditions').map((one) => (one['type'] === 'Ready' ? ready : one));
  return { ...outcome, status: { ...outcome.status, conditions } };
}

function withoutResolverMessage({ kpack, ours }: Pair): Pair {
  const ready = readyOf(ours);
  if (ready['reason'] !== 'ResolverNotReady') return { kpack, ours };
  const message = (textAt(ready, 'message') ?? '').replace(/; Message: .*$/s, '');
  return { kpack, ours: withReady(ours, { ...ready, message }) };
}

/** kpack names the namespace of the reference, which is usually empty. */
function withoutBuilderNamespace({ kpack, ours }: Pair): Pair {
  const ready = readyOf(ours);
  if (ready['reason'] !== 'BuilderNotFound' || readyOf(kpack)['reason'] !== 'BuilderNotFound') return { kpack, ours };
  const message = textAt(readyOf(kpack), 'message') ?? '';
  return { kpack, ours: withReady(ours, { ...ready, message }) };
}

/** kpack's reconcile fails and writes nothing. */
function withoutRunImageError({ kpack, ours }: Pair): Pair {
  if (readyOf(ours)['reason'] !== 'InvalidRunImage') return { kpack, ours };
  if (kpack.error?.includes("for reason 'STACK'") === true) return { kpack: ours, ours };
  return { kpack, ours: withReady(ours, readyOf(kpack)) };
}
