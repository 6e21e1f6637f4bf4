import type { Explanation } from '../../../model/explanation.ts';

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
      'Check that the image exists, and that the builder and the ServiceAccount name Secrets that allow pulling it.',
  },
  ContainerConfigInvalid: {
    actor: 'user',
    meaning: 'A container needs an object that does not exist',
    advice: 'Create the Secret or ConfigMap that the message names, or remove it from the Build.',
  },
  PhaseNotStarted: {
    actor: 'platform',
    meaning: 'The phase cannot be started',
    advice: 'Check the Events of the Pod, and that the builder has the lifecycle at /cnb/lifecycle.',
  },
  PhaseLost: {
    actor: 'platform',
    meaning: 'The phase ended without reporting a result',
    advice: 'Create the Build again; if it fails again, check the log of the kubelet and the memory of the node.',
  },
  InjectedSidecarInInitLayout: {
    actor: 'platform',
    meaning: 'A phase reached no server, because the injected sidecars start only after it',
    advice: 'Set SUPPORT_INJECTED_SIDECARS to true or auto, or make the injector respect its opt-out.',
  },
  SidecarNotReady: {
    actor: 'platform',
    meaning: 'An injected sidecar did not become ready',
    advice: 'Check the log of that container, or exclude build Pods from the injection.',
  },
  TimedOut: {
    actor: 'user',
    meaning: 'The build exceeded its time limit',
    advice: "Raise the Build's activeDeadlineSeconds, or find in the log what takes so long.",
  },
  Cancelled: {
    actor: 'user',
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
    advice: 'Create the Build again; if nodes are short of memory or disk, add nodes, or give Builds a priority class.',
  },
  Preempted: {
    actor: 'platform',
    meaning: 'The Pod was preempted by a Pod of higher priority',
    advice: 'Create the Build again, with a higher priorityClassName if it must not wait.',
  },
  NodeLost: {
    actor: 'platform',
    meaning: 'The node was lost while the build ran',
    advice: 'Create the Build again.',
  },
  NotAdmitted: {
    actor: 'platform',
    meaning: 'The node did not admit the Pod',
    advice: 'Create the Build again; if it fails again, compare what the Build requests with what the nodes offer.',
  },
  WorkloadDeleted: {
    actor: 'user',
    meaning: 'A user or a controller deleted the Pod or TaskRun of the Build',
    advice: 'Create the Build again.',
  },
  BuildRefused: {
    actor: 'user',
    meaning: 'The Build cannot run as it is written',
    advice: 'Correct the fields that the message names in a new Build: the spec of a Build is immutable.',
  },
  WorkloadRejected: {
    actor: 'platform',
    meaning: 'The cluster rejected the Pod or TaskRun of the Build',
    advice: 'Change the policy that the message names, or what the Build requests.',
  },
  WorkloadNotCreated: {
    actor: 'platform',
    meaning: 'The Pod or TaskRun of the Build could not be created in time',
    advice: 'Check the webhook, quota or server that the message names, and create the Build again.',
  },
  NoOutcome: {
    actor: 'platform',
    meaning: 'The build succeeded, but did not report its image',
    advice: 'Check that the steps image and the controller have the same version, and create the Build again.',
  },
  WrongOutcome: {
    actor: 'platform',
    meaning: 'The build reported an image that the Build does not name',
    advice:
      'Check which users can write the status of Pods and TaskRuns, and that the steps image is the expected one.',
  },
  WorkloadFailed: {
    actor: 'platform',
    meaning: 'The Pod or TaskRun of the Build failed',
    advice: 'Check the Events of the Pod or TaskRun that the status names.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;
