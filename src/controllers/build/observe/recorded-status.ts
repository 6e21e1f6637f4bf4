import type { ActiveBuild } from '../kept/build-record.ts';
import { objectAt, textAt } from '../../../model/json-field.ts';
import type { JsonObject } from '../../../model/json.ts';

export type Backend = 'tekton' | 'native';

/** Why a Pod is made a second time, for another one than the first. */
export type RecreationReason =
  /** The waiter did not get into the Pod by prepare's hook: an init container copies it. */
  | 'WaiterNotDelivered'
  /** Sidecars came that the API server had not shown: the first phase waits for them. */
  | 'UnforeseenSidecars';

export interface Recreation {
  readonly reason: RecreationReason;
  /** The uid of the Pod that goes. */
  readonly of: string;
}

/** What the status of a Build remembers for its controller. */
export interface RecordedStatus {
  readonly backend?: Backend;
  /** The workload that there was; its absence from the cluster then means that it has gone. */
  readonly workload?: string;
  readonly recreation?: Recreation;
}

export function recordedStatus({ object }: ActiveBuild): RecordedStatus {
  const status = objectAt(object, 'status');
  const backend = textAt(status, 'backend');
  const workload = textAt(status, backend === 'tekton' ? 'taskRunName' : 'podName');
  const recreation = recreationOf(objectAt(status, 'recreation'));
  return {
    ...((backend === 'tekton' || backend === 'native') && { backend }),
    ...(workload !== undefined && { workload }),
    ...(recreation !== undefined && { recreation }),
  };
}

function recreationOf(recreation: JsonObject): Recreation | undefined {
  const reason = textAt(recreation, 'reason');
  const of = textAt(recreation, 'of');
  if (of === undefined || (reason !== 'WaiterNotDelivered' && reason !== 'UnforeseenSidecars')) return undefined;
  return { reason, of };
}
