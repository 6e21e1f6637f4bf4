import { IMAGE_PULL_REASONS } from '../../../core/model/image-pull-reasons.ts';
import type { FailureReason } from '../../../core/model/failures/explanations.ts';
import type { FailureCause } from './failure-cause.ts';
import { phaseReason } from '../../../core/model/failures/phase-reason.ts';

/** The reasons of the causes that have one reason each. */
const REASONS = {
  'out-of-memory': 'OutOfMemory',
  'process-killed': 'OutOfMemory',
  'phase-lost': 'PhaseLost',
  'injected-sidecar-in-init-layout': 'InjectedSidecarInInitLayout',
  'sidecar-not-ready': 'SidecarNotReady',
  'timed-out': 'TimedOut',
  cancelled: 'Cancelled',
  deleted: 'Cancelled',
  preempted: 'Preempted',
  'node-lost': 'NodeLost',
  'workload-deleted': 'WorkloadDeleted',
  refused: 'BuildRefused',
  rejected: 'WorkloadRejected',
  'denied-by-pod-security': 'PodSecurityViolated',
  'workload-not-created': 'WorkloadNotCreated',
  'no-outcome': 'NoOutcome',
  debugged: 'Debugged',
  'wrong-outcome': 'WrongOutcome',
  'unconfirmed-outcome': 'UnconfirmedOutcome',
} as const satisfies Partial<Record<FailureCause['kind'], FailureReason>>;

/** Returns the reason that users see for a cause. */
export function failureReasonOf(cause: FailureCause): FailureReason {
  if (hasOneReason(cause)) return REASONS[cause.kind];
  switch (cause.kind) {
    case 'phase-failed':
      return phaseReason(cause.phase, cause.terminated.exitCode);
    case 'phase-not-started':
      return platformReason(cause.reason) ?? 'PhaseNotStarted';
    case 'evicted':
      return exceedsStorageLimit(cause.message) ? 'StorageLimitExceeded' : 'Evicted';
    case 'workload-failed':
      return platformReason(cause.reason) ?? 'WorkloadFailed';
  }
}

function hasOneReason(cause: FailureCause): cause is Extract<FailureCause, { kind: keyof typeof REASONS }> {
  return Object.hasOwn(REASONS, cause.kind);
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
