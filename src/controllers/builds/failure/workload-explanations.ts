import type { Explanation } from '../../../model/failure-explanation.ts';

/** The reasons for which a phase did not run, or could not end by itself. */
export const WORKLOAD_EXPLANATIONS = {
  OutOfMemory: {
    actor: 'user',
    meaning: 'The phase ran out of memory',
    advice:
      "Raise the memory limit in the Build's resources (spec.resources.limits.memory), or make the build use less memory.",
  },
  ImagePullFailed: {
    actor: 'user',
    meaning: 'An image cannot be pulled',
    advice:
      'If the node may not pull the image, correct the Secrets of the ServiceAccount or of the builder. If the image does not exist, correct the builder; ask the operator if the image belongs to a ClusterBuilder or to taskpack. Then create the Build again.',
  },
  ContainerConfigInvalid: {
    actor: 'user',
    meaning: 'A container needs an object that does not exist',
    advice:
      'Create the Secret or ConfigMap that the error names, or remove it from the Build. Then create the Build again.',
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
      'Let the author create the Build again. If it fails again, check the log of the kubelet and the memory of the node.',
  },
  InjectedSidecarInInitLayout: {
    actor: 'platform',
    meaning: 'A phase reached no server, because the injected sidecars start only after it',
    advice: 'Set SUPPORT_INJECTED_SIDECARS to true or auto, or make the injector respect its opt-out.',
  },
  SidecarNotReady: {
    actor: 'platform',
    meaning: 'An injected sidecar did not become ready',
    advice:
      'Check the last lines of that container, which the status keeps, and the Events of the Pod. Or exclude Builds from the injection.',
  },
  TimedOut: {
    actor: 'user',
    meaning: 'The build exceeded its time limit',
    advice: "Raise the Build's activeDeadlineSeconds, or find in the log what takes so long.",
  },
  Cancelled: {
    actor: 'none',
    meaning: 'The build was cancelled',
    advice: 'If the image is still needed, use "taskpack retry".',
  },
  StorageLimitExceeded: {
    actor: 'user',
    meaning: 'The build exceeded its storage limit',
    advice: "Raise the limit of ephemeral-storage in the Build's resources, or make the build write less.",
  },
  Evicted: {
    actor: 'platform',
    meaning: 'The Pod was evicted',
    advice:
      'Let the author create the Build again. If nodes are short of memory or disk, add nodes, or give Builds a priority class.',
  },
  Preempted: {
    actor: 'platform',
    meaning: 'The Pod was preempted by a Pod of higher priority',
    advice:
      'Let the author create the Build again. To prevent preemption, either the operator adds nodes, or the author sets a higher priorityClassName.',
  },
  NodeLost: {
    actor: 'platform',
    meaning: 'The node was lost while the build ran',
    advice: 'Let the author create the Build again. Check the node.',
  },
  NotAdmitted: {
    actor: 'platform',
    meaning: 'The node did not admit the Pod',
    advice:
      'Let the author create the Build again. If it fails again, either the author lowers spec.resources.requests of the Build, or the operator adds larger nodes.',
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
      'Correct the named fields in a new Build: the spec of a Build is immutable. If the error names a setting, ask the operator to change it.',
  },
  WorkloadRejected: {
    actor: 'platform',
    meaning: 'The cluster rejected the Pod or TaskRun of the Build',
    advice:
      'Change the policy that the error names, or let the author change what the Build requests. Then the author creates the Build again.',
  },
  PodSecurityViolated: {
    actor: 'platform',
    meaning: 'The Pod violates the level of Pod Security that its namespace enforces',
    advice:
      "Change what adds or changes the containers that the message names, or lower the level of the namespace: taskpack's own containers satisfy restricted. Then the author creates the Build again.",
  },
  WorkloadNotCreated: {
    actor: 'platform',
    meaning: 'The Pod or TaskRun of the Build could not be created in time',
    advice: 'Check the webhook, quota or server that the error names. Then the author creates the Build again.',
  },
  Debugged: {
    actor: 'none',
    meaning: 'The Build was debugged, so it pushed no image',
    advice:
      'Put the correction into the source or the builder, and build again. "taskpack debug --push" pushes an image.',
  },
  StoppedInDebugMode: {
    actor: 'none',
    meaning: 'The phase was held in debug mode, and a user ended it, or the time limit passed',
    advice: 'To debug again, use "taskpack debug".',
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
      'Check that no other program pushes to the tags of the Build, and that its ServiceAccount may pull them. Then the author creates the Build again. From Tekton 1.0 on, no confirmation is needed.',
  },
  WorkloadFailed: {
    actor: 'platform',
    meaning: 'The Pod or TaskRun of the Build failed',
    advice: 'Check the Events of the Pod or TaskRun, and its node. Then the author creates the Build again.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;
