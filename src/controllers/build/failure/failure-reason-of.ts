import type { FailureCause } from './failure-cause.ts';
import type { FailureReason } from './failure-reason.ts';
import { phaseReason } from './phase-reason.ts';
import { platformReason } from './platform-reason.ts';

/** The word for a cause. */
export function failureReason(cause: FailureCause): FailureReason {
  switch (cause.kind) {
    case 'phase-failed':
      return phaseReason(cause.phase, cause.terminated.exitCode);
    case 'out-of-memory':
    case 'process-killed':
      return 'OutOfMemory';
    case 'phase-not-started':
      return platformReason(cause.reason) ?? 'PhaseNotStarted';
    case 'phase-lost':
      return 'PhaseLost';
    case 'injected-sidecar-in-init-layout':
      return 'InjectedSidecarInInitLayout';
    case 'sidecar-not-ready':
      return 'SidecarNotReady';
    case 'timed-out':
      return 'TimedOut';
    case 'cancelled':
      return 'Cancelled';
    case 'evicted':
      return isOverOwnLimit(cause.message) ? 'StorageLimitExceeded' : 'Evicted';
    case 'preempted':
      return 'Preempted';
    case 'node-lost':
      return 'NodeLost';
    case 'workload-deleted':
      return 'WorkloadDeleted';
    case 'refused':
      return 'BuildRefused';
    case 'rejected':
      return 'WorkloadRejected';
    case 'no-outcome':
      return 'NoOutcome';
    case 'wrong-outcome':
      return 'WrongOutcome';
    case 'workload-failed':
      return platformReason(cause.reason) ?? 'WorkloadFailed';
  }
}

/** The kubelet evicts for a limit of the pod's own as well (kubernetes, pkg/kubelet/eviction/helpers.go). */
function isOverOwnLimit(message = ''): boolean {
  return /exceeds the (?:total )?limit|exceeded its local ephemeral storage limit/.test(message);
}
