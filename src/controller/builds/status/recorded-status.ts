import { objectAt, textAt } from '../../../core/model/json-field.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import type { Workload } from '../../../core/model/workload.ts';

/** The kind of a Build's workload as settings and statuses spell it: `tekton` runs a TaskRun, `native` a Pod. */
export type Backend = 'tekton' | 'native';

/** Returns the backend that runs a workload. */
export function backendOf(workload: Workload): Backend {
  return workload === 'taskrun' ? 'tekton' : 'native';
}

/** Why a Build's workload is replaced. */
export type RecreationReason =
  /** prepare's postStart hook did not copy the waiter into the Pod, so an init container copies it. */
  | 'WaiterNotDelivered'
  /** Sidecars were injected that a dry run had not shown, so the first phase waits for them. */
  | 'UnforeseenSidecars'
  /** Tekton could not create the Pod of the TaskRun for a temporary reason, and does not retry. */
  | 'PodNotCreated';

const RECREATION_REASONS: readonly RecreationReason[] = ['WaiterNotDelivered', 'UnforeseenSidecars', 'PodNotCreated'];

export interface Recreation {
  readonly reason: RecreationReason;
  /** The UID of the Pod or TaskRun that is replaced. */
  readonly of: string;
}

/** The controller's own state in a Build's status, which survives a restart. */
export interface RecordedStatus {
  readonly backend?: Backend;
  /** The name of the workload that existed. If the cluster has none by that name, the workload was deleted. */
  readonly workload?: string;
  readonly recreation?: Recreation;
  /** The time since which the workload could not be created, in milliseconds since 1970. */
  readonly retryingSince?: number;
}

export function recordedStatus(build: JsonObject): RecordedStatus {
  const status = objectAt(build, 'status');
  const backend = textAt(status, 'backend');
  const workload = textAt(status, backend === 'tekton' ? 'taskRunName' : 'podName');
  const recreation = recreationOf(objectAt(status, 'recreation'));
  const retryingSince = Date.parse(textAt(status, 'retryingSince') ?? '');
  return {
    ...((backend === 'tekton' || backend === 'native') && { backend }),
    ...(workload !== undefined && { workload }),
    ...(recreation !== undefined && { recreation }),
    ...(Number.isFinite(retryingSince) && { retryingSince }),
  };
}

function recreationOf(recreation: JsonObject): Recreation | undefined {
  const written = textAt(recreation, 'reason');
  const reason = RECREATION_REASONS.find((one) => one === written);
  const of = textAt(recreation, 'of');
  return of === undefined || reason === undefined ? undefined : { reason, of };
}
