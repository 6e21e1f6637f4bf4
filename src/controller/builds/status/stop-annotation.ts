import { objectAt, textAt, textsAt } from '../../../core/model/json-field.ts';
import { isJsonList, isJsonObject, parseJson, type JsonObject } from '../../../core/model/json.ts';
import { isPhaseName } from '../../../core/model/phase-name.ts';
import type { FailureCause } from '../failure/failure-cause.ts';

/** The causes for which the controller stops a workload. The state of the workload shows all other causes. */
export type StopCause = Extract<
  FailureCause,
  { readonly kind: 'cancelled' | 'timed-out' | 'sidecar-not-ready' | 'phase-not-started' | 'workload-not-created' }
>;

/** Written on a workload that the controller stops, so that any process can tell later why the workload ended. */
export interface Stop {
  /** Absent if the Build was already finished, and only injected sidecars still ran. */
  readonly cause?: StopCause;
  /** The last lines of the running phase, or of the sidecar that is not ready. Tekton deletes the Pod, so the log is lost with it. */
  readonly log: readonly string[];
}

/** No Build can set this annotation: taskpack copies no annotation of this domain from a Build. */
export const STOP_ANNOTATION = 'taskpack.dev/stopped';

export function writeStop(stop: Stop): string {
  return JSON.stringify(stop);
}

/** Reads the annotation; returns `undefined` if the workload was not stopped. Ignores a malformed cause. */
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
  const kind = textAt(cause, 'kind') ?? '';
  const phase = textAt(cause, 'phase') ?? '';
  const seconds = typeof cause['seconds'] === 'number' ? cause['seconds'] : 0;
  switch (kind) {
    case 'cancelled':
      return { kind };
    case 'timed-out':
      return { kind, seconds, ...(isPhaseName(phase) && { phase }) };
    case 'sidecar-not-ready':
      return { kind, container: textAt(cause, 'container') ?? '', seconds, ...textsAt(cause, 'reason', 'message') };
    case 'phase-not-started':
      return isPhaseName(phase) ? { kind, phase, ...textsAt(cause, 'reason', 'message') } : undefined;
    case 'workload-not-created':
      return { kind, seconds, message: textAt(cause, 'message') ?? '' };
    default:
      return undefined;
  }
}
