import { defined } from '../../../core/model/defined.ts';
import { parseJson } from '../../../core/model/json.ts';
import type { ObjectMeta } from '../../../core/model/objects/object-meta.ts';
import { fields, number, text, texts } from '../../../core/model/objects/reader.ts';
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

const asStop = fields({
  cause: fields({ kind: text, phase: text, seconds: number, container: text, reason: text, message: text }),
  log: texts,
});

/** Reads the annotation; returns `undefined` if the workload was not stopped. Ignores a malformed cause. */
export function readStop({ metadata }: { readonly metadata: ObjectMeta }): Stop | undefined {
  const annotation = metadata.annotations.get(STOP_ANNOTATION);
  if (annotation === undefined) return undefined;
  const { cause, log } = asStop(parseJson(annotation));
  return { ...defined({ cause: readCause(cause) }), log };
}

function readCause(cause: ReturnType<typeof asStop>['cause']): StopCause | undefined {
  const { kind = '', phase = '', seconds = 0, container = '', reason, message } = cause;
  switch (kind) {
    case 'cancelled':
      return { kind };
    case 'timed-out':
      return { kind, seconds, ...(isPhaseName(phase) && { phase }) };
    case 'sidecar-not-ready':
      return { kind, container, seconds, ...defined({ reason, message }) };
    case 'phase-not-started':
      return isPhaseName(phase) ? { kind, phase, ...defined({ reason, message }) } : undefined;
    case 'workload-not-created':
      return { kind, seconds, message: message ?? '' };
    default:
      return undefined;
  }
}
