import type { Explanation } from './explanation.ts';

/** The reasons for which a phase did not run, or could not end by itself. */
export const WORKLOAD_EXPLANATIONS = {
  OutOfMemory: {
    actor: 'user',
    meaning: 'The phase ran out of memory',
    advice: 'Raise spec.resources.limits.memory in a new Build, or in its Image. Or make the build use less memory.',
  },
  ImagePullFailed: {
    actor: 'user',
    meaning: 'An image cannot be pulled',
    advice:
      'If the registry denies access, correct the Secret of that registry in the ServiceAccount or the builder. If the image does not exist, correct the builder. For an image of a ClusterBuilder or of taskpack, ask the operator. Then create the Build again.',
  },
  ContainerConfigInvalid: {
    actor: 'user',
    meaning: 'A container needs an object that does not exist',
    advice:
      'Create the Secret or ConfigMap that the error names, and create the Build again. Or leave it out in a new Build, or in its Image.',
  },
  PhaseNotStarted: {
    actor: 'platform',
    meaning: 'The phase cannot be started',
    advice:
      'Check the Events of the Pod. For a phase of the lifecycle, also check that the builder has the lifecycle at /cnb/lifecycle.',
  },
  PhaseLost: {
    actor: 'platform',
    meaning: 'The phase ended without reporting a result',
    advice:
      'The author creates the Build again. If it fails again, check the log of the kubelet and the memory of the node.',
  },
  InjectedSidecarInInitLayout: {
    actor: 'platform',
    meaning: 'A phase had no network, because a mesh injected a sidecar that starts only after the phase',
    advice:
      'Set SUPPORT_INJECTED_SIDECARS of the controller to auto. Or make the mesh honor the label or annotation that excludes a Pod, such as sidecar.istio.io/inject: "false". Then the author creates the Build again.',
  },
  SidecarNotReady: {
    actor: 'platform',
    meaning: 'An injected sidecar did not become ready',
    advice:
      'Read the last lines of that container and the Events of the Pod, and correct the sidecar. Or exclude Builds from the mesh. Then the author creates the Build again.',
  },
  TimedOut: {
    actor: 'user',
    meaning: 'The build exceeded its time limit',
    advice: 'Find in the log what takes so long. Or raise the time limit in a new Build, or in its Image.',
  },
  Cancelled: {
    actor: 'none',
    meaning: 'The build was cancelled',
    advice: 'If the image is still needed, use "taskpack retry".',
  },
  StorageLimitExceeded: {
    actor: 'user',
    meaning: 'The build exceeded its storage limit',
    advice:
      'Raise spec.resources.limits.ephemeral-storage in a new Build, or in its Image. Or make the build write less.',
  },
  Evicted: {
    actor: 'platform',
    meaning: 'The Pod was evicted',
    advice:
      'The author creates the Build again. If nodes are short of memory or disk, add nodes, or give Builds a priority class.',
  },
  Preempted: {
    actor: 'platform',
    meaning: 'The Pod was preempted by a Pod of higher priority',
    advice:
      'The author creates the Build again. To prevent preemption, either the operator adds nodes, or the author sets a higher priorityClassName.',
  },
  NodeLost: {
    actor: 'platform',
    meaning: 'The node was lost while the build ran',
    advice: 'The author creates the Build again. The operator checks the node.',
  },
  NotAdmitted: {
    actor: 'platform',
    meaning: 'The node did not admit the Pod',
    advice:
      'The author creates the Build again. If it fails again, either the author lowers spec.resources.requests of the Build, or the operator adds larger nodes.',
  },
  WorkloadDeleted: {
    actor: 'user',
    meaning: 'A user or a controller deleted the Pod or TaskRun of the Build before it ended',
    advice:
      'Create the Build again. If the same happens again, ask the operator which users and controllers delete Pods in the namespace.',
  },
  BuildRefused: {
    actor: 'user',
    meaning: 'The Build cannot run as it is written',
    advice:
      'Correct the named fields in the Image, or in a new Build: the spec of a Build is immutable. If the error names a setting, ask the operator to change it.',
  },
  WorkloadRejected: {
    actor: 'platform',
    meaning: 'The cluster rejected the Pod or TaskRun of the Build',
    advice:
      'If the error names a policy or a webhook, change the policy, or let the author change the Build. If it says that a field is invalid, the author corrects that field. Then the author creates the Build again.',
  },
  PodSecurityViolated: {
    actor: 'platform',
    meaning: 'The Pod violates the level of Pod Security that its namespace enforces',
    advice:
      "Change what adds or changes the containers that the message names, or lower the level of the namespace: taskpack's own containers satisfy restricted, unless image extensions run as root. Then the author creates the Build again.",
  },
  WorkloadNotCreated: {
    actor: 'platform',
    meaning: 'The Pod or TaskRun of the Build could not be created in time',
    advice: 'Check the webhook, quota or server that the error names. Then the author creates the Build again.',
  },
  Debugged: {
    actor: 'none',
    meaning: 'The Build was a debug copy: its phases ended, and it pushed no image, as intended',
    advice:
      'To keep a correction, put it into the source or the builder, and build again. "taskpack debug --push" makes a copy that pushes its image.',
  },
  StoppedInDebugMode: {
    actor: 'none',
    meaning: 'The Build was a debug copy: a user ended the phase while it was held, or did not continue it in time',
    advice: 'To debug again, use "taskpack debug" with the name of the original Build.',
  },
  NoOutcome: {
    actor: 'platform',
    meaning: 'All phases succeeded, but completion reported no image',
    advice:
      'Check that the steps image and the controller have the same version. Then the author creates the Build again.',
  },
  WrongOutcome: {
    actor: 'platform',
    meaning: "All phases succeeded, but the reported image has none of the Build's tags, and may be forged",
    advice:
      'Check which users can write the status of Pods and TaskRuns, and that the steps image is the expected one.',
  },
  UnconfirmedOutcome: {
    actor: 'platform',
    meaning: 'All phases succeeded, but the registry does not confirm the reported image, which may be forged',
    advice:
      'Do not use the image. If the registry denies access, the author gives the ServiceAccount access to the tags. Otherwise, find out which other program pushes to the tags. Then the author creates the Build again. From Tekton 1.0 on, no confirmation is needed.',
  },
  WorkloadFailed: {
    actor: 'platform',
    meaning: 'The Pod or TaskRun of the Build failed',
    advice: 'Check the Events of the Pod or TaskRun, and its node. Then the author creates the Build again.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;
