import type { FailureReason } from './failure-reason.ts';

const IMAGE_PULL = [
  'ErrImageNeverPull',
  'ErrImagePull',
  'ImageInspectError',
  'ImagePullBackOff',
  'InvalidImageName',
  'RegistryUnavailable',
  'SignatureValidationFailed',
  'TaskRunImagePullFailed',
];

/** Beside `OutOfcpu`, `OutOfmemory`, `OutOfpods` and the like, one for every resource. */
const NOT_ADMITTED = [
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

/** Tekton's words for what it is refused, the pod by the API server among them. */
const REJECTED = [
  'ExceededResourceQuota',
  'InvalidParamValue',
  'PodAdmissionFailed',
  'PodCreationFailed',
  'ResourceVerificationFailed',
  'TaskRunResolutionFailed',
  'TaskRunValidationFailed',
  'TaskValidationFailed',
];

const REASONS: ReadonlyMap<string, FailureReason> = new Map([
  ...IMAGE_PULL.map((reason) => [reason, 'ImagePullFailed'] as const),
  ...NOT_ADMITTED.map((reason) => [reason, 'NotAdmitted'] as const),
  ...REJECTED.map((reason) => [reason, 'WorkloadRejected'] as const),
  ['CreateContainerConfigError', 'ContainerConfigInvalid'],
]);

/** Our word for one of the kubelet's or Tekton's, where we have one. */
export function platformReason(reason = ''): FailureReason | undefined {
  return reason.startsWith('OutOf') ? 'NotAdmitted' : REASONS.get(reason);
}
