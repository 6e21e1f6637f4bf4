import { IMAGE_PULL_REASONS } from '../../../model/image-pull-reasons.ts';
import type { FailureReason } from './explanations.ts';
import type { FailureCause } from './failure-cause.ts';
import { phaseReason } from './phase-reason.ts';

/** Returns the reason that users see for a cause. */
export function failureReasonOf(cause: FailureCause): FailureReason {
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
      return exceedsStorageLimit(cause.message) ? 'StorageLimitExceeded' : 'Evicted';
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
    case 'workload-not-created':
      return 'WorkloadNotCreated';
    case 'no-outcome':
      return 'NoOutcome';
    case 'wrong-outcome':
      return 'WrongOutcome';
    case 'workload-failed':
      return platformReason(cause.reason) ?? 'WorkloadFailed';
  }
}

/** The kubelet also evicts Pods that exceed their own storage limit (kubernetes, pkg/kubelet/eviction/helpers.go). */
function exceedsStorageLimit(message = ''): boolean {
  return /exceeds the (?:total )?limit|exceeded its local ephemeral storage limit/.test(message);
}

/** The kubelet's reasons for Pods that it does not admit. `OutOfcpu`, `OutOfmemory`, `OutOfpods` and the like join them. */
const ADMISSION_REASONS = [
  'AppArmor',
  'ExceededNodeResources',
  'NodeAffinity',
  'NodeName',
  'NodePorts',
  'NodeUnschedulable',
  'PodOSNotSupported',
  'PodOSSelectorNodeLabelDoesNotMatch',
  'SysctlForbidden',
  'TopologyAffinityError',
  'UnexpectedAdmissionError',
];

/** Tekton's reasons for TaskRuns that it rejects, and for Pods that the API server does not let it create. */
const REJECTION_REASONS = [
  'ExceededResourceQuota',
  'InvalidParamValue',
  'PodAdmissionFailed',
  'PodCreationFailed',
  'ResourceVerificationFailed',
  'TaskRunResolutionFailed',
  'TaskRunValidationFailed',
  'TaskValidationFailed',
];

const PLATFORM_REASONS: ReadonlyMap<string, FailureReason> = new Map([
  ...[...IMAGE_PULL_REASONS, 'TaskRunImagePullFailed'].map((reason) => [reason, 'ImagePullFailed'] as const),
  ...ADMISSION_REASONS.map((reason) => [reason, 'NotAdmitted'] as const),
  ...REJECTION_REASONS.map((reason) => [reason, 'WorkloadRejected'] as const),
  ['CreateContainerConfigError', 'ContainerConfigInvalid'],
]);

/** Maps a reason of the kubelet or Tekton; returns `undefined` for a reason that has no counterpart. */
function platformReason(reason = ''): FailureReason | undefined {
  return reason.startsWith('OutOf') ? 'NotAdmitted' : PLATFORM_REASONS.get(reason);
}
