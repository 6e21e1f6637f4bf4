import { defined } from '../../src/core/model/defined.ts';
import type { Pod } from '../../src/core/model/objects/pod.ts';

/** A reason and a message as the kubelet, the scheduler or another controller wrote them. */
export interface PodReason {
  readonly reason?: string;
  readonly message?: string;
}

/** Returns why a Pod failed or is being disrupted: the kubelet's reason, or that of the disruption (KEP-3329). */
export function failureReason(status: Pod['status']): PodReason {
  return statusReason(status) ?? conditionReason(status, 'DisruptionTarget', 'True');
}

/** Returns why a Pod does not run yet: the kubelet's reason or the scheduler's. */
export function pendingReason(status: Pod['status']): PodReason {
  return statusReason(status) ?? conditionReason(status, 'PodScheduled', 'False');
}

function statusReason({ reason, message }: Pod['status']): PodReason | undefined {
  return reason === undefined && message === undefined ? undefined : defined({ reason, message });
}

function conditionReason({ conditions }: Pod['status'], type: string, wanted: string): PodReason {
  const condition = conditions.find((one) => one.type === type && one.status === wanted);
  return defined({ reason: condition?.reason, message: condition?.message });
}
