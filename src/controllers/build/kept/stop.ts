import { objectAt, textAt, textsAt } from '../../../model/json-field.ts';
import { isJsonList, isJsonObject, parseJson, type JsonObject } from '../../../model/json.ts';
import { isPhaseName } from '../../../model/phase-name.ts';
import type { FailureCause } from '../failure/failure-cause.ts';

/** Why a workload was stopped that would have gone on; what a phase did by itself is told by its own state. */
export type StopCause = Extract<
  FailureCause,
  { readonly kind: 'cancelled' | 'timed-out' | 'sidecar-not-ready' | 'phase-not-started' }
>;

/** What is written on a workload when it is stopped, so that whoever sees it end knows why. */
export interface Stop {
  /** Absent: it was over, but for containers that are none of ours. */
  readonly cause?: StopCause;
  /** The last lines of the phase that ran: Tekton deletes the pod, and they go with it. */
  readonly log: readonly string[];
}

/** No Build can set it: keys of this domain are taken from no Build. */
export const STOP_ANNOTATION = 'taskpack.dev/stopped';

export function writeStop(stop: Stop): string {
  return JSON.stringify(stop);
}

/** What stands on a workload; `undefined` where it was not stopped. What is malformed is no reason. */
export function readStop(workload: JsonObject): Stop | undefined {
  const text = textAt(objectAt(objectAt(workload, 'metadata'), 'annotations'), STOP_ANNOTATION);
  if (text === undefined) return undefined;
  const value = parseJson(text);
  if (!isJsonObject(value)) return { log: [] };
  const { log } = value;
  const cause = readCause(objectAt(value, 'cause'));
  return {
    ...(cause !== undefined && { cause }),
    log: log !== undefined && isJsonList(log) ? log.filter((line) => typeof line === 'string') : [],
  };
}

function readCause(cause: JsonObject): StopCause | undefined {
  const { seconds } = cause;
  const kind = textAt(cause, 'kind') ?? '';
  const phase = textAt(cause, 'phase') ?? '';
  const time = typeof seconds === 'number' ? seconds : 0;
  switch (kind) {
    case 'cancelled':
      return { kind };
    case 'timed-out':
      return { kind, seconds: time, ...(isPhaseName(phase) && { phase }) };
    case 'sidecar-not-ready':
      return {
        kind,
        container: textAt(cause, 'container') ?? '',
        seconds: time,
        ...textsAt(cause, 'reason', 'message'),
      };
    case 'phase-not-started':
      return isPhaseName(phase) ? { kind, phase, ...textsAt(cause, 'reason', 'message') } : undefined;
    default:
      return undefined;
  }
}
