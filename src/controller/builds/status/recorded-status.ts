import { defined } from '../../../core/model/defined.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { asBuild, type BuildStatus } from '../../../core/model/objects/build.ts';
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
  const { backend, taskRunName, podName, recreation, retryingSince: since } = asBuild(build).status;
  const retryingSince = Date.parse(since ?? '');
  return {
    ...((backend === 'tekton' || backend === 'native') && { backend }),
    ...defined({ workload: backend === 'tekton' ? taskRunName : podName, recreation: recreationOf(recreation) }),
    ...(Number.isFinite(retryingSince) && { retryingSince }),
  };
}

function recreationOf({ reason: written, of }: BuildStatus['recreation']): Recreation | undefined {
  const reason = RECREATION_REASONS.find((one) => one === written);
  return of === undefined || reason === undefined ? undefined : { reason, of };
}
