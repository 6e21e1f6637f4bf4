import type { Explanation } from '../../../model/explanation.ts';

/** What kept phases from running to their end. */
export const WORKLOAD_REASONS = {
  OutOfMemory: {
    actor: 'user',
    meaning: 'The phase needed more memory than it may have',
    advice:
      "Raise the memory limit in the Build's resources (spec.resources.limits.memory), or make the build need less.",
  },
  ImagePullFailed: {
    actor: 'user',
    meaning: 'An image could not be pulled',
    advice: 'Check that the image exists, and that the builder and the ServiceAccount name Secrets that may pull it.',
  },
  ContainerConfigInvalid: {
    actor: 'user',
    meaning: 'Something that a container needs is not there',
    advice: 'Create the Secret or ConfigMap that the message names, or take it out of the Build.',
  },
  PhaseNotStarted: {
    actor: 'platform',
    meaning: 'The phase could not be started',
    advice: 'Look at the Events of the pod, and check that the builder has the lifecycle at /cnb/lifecycle.',
  },
  PhaseLost: {
    actor: 'platform',
    meaning: 'The phase ended without a trace',
    advice: 'Try the Build once more; if it stays, look at the log of the kubelet and at the memory of the node.',
  },
  InjectedSidecarInInitLayout: {
    actor: 'platform',
    meaning: 'A phase reached no server, in a pod into which sidecars were injected that start only after it',
    advice: 'Set SUPPORT_INJECTED_SIDECARS to true or auto, or make the injector heed its opt-out.',
  },
  SidecarNotReady: {
    actor: 'platform',
    meaning: 'A sidecar that was injected did not become ready',
    advice: 'Look at the log of that container, or keep it out of build pods.',
  },
  TimedOut: {
    actor: 'user',
    meaning: 'The build took longer than it may',
    advice: "Raise the Build's activeDeadlineSeconds, or find in the log what took so long.",
  },
  Cancelled: {
    actor: 'user',
    meaning: 'The build was cancelled',
    advice: 'Create the Build anew if it is wanted after all.',
  },
  StorageLimitExceeded: {
    actor: 'user',
    meaning: 'The build wrote more to the disk than it may',
    advice: "Raise the limit of ephemeral-storage in the Build's resources, or make the build write less.",
  },
  Evicted: {
    actor: 'platform',
    meaning: 'The pod was evicted',
    advice: 'Create the Build anew; if nodes are short of memory or disk, add some, or give builds a priority class.',
  },
  Preempted: {
    actor: 'platform',
    meaning: 'The pod had to make room for a more important one',
    advice: 'Create the Build anew, with a higher priorityClassName if it must not wait.',
  },
  NodeLost: {
    actor: 'platform',
    meaning: 'The node went away while the build ran',
    advice: 'Create the Build anew.',
  },
  NotAdmitted: {
    actor: 'platform',
    meaning: 'The node did not take the pod',
    advice: 'Create the Build anew; if it stays, compare what the Build asks for with what nodes have.',
  },
  WorkloadDeleted: {
    actor: 'user',
    meaning: 'Somebody deleted what ran the build',
    advice: 'Create the Build anew.',
  },
  BuildRefused: {
    actor: 'user',
    meaning: 'The Build cannot be run as it is written',
    advice: 'Correct the fields that the message names, in a new Build: the spec of this one cannot be changed.',
  },
  WorkloadRejected: {
    actor: 'platform',
    meaning: 'The cluster does not take what would run the build',
    advice: 'Change the policy or quota that the message names, or what the Build asks for.',
  },
  NoOutcome: {
    actor: 'platform',
    meaning: 'The build ended well, but did not say which image it has made',
    advice: 'Check that the steps image is of the same version as the controller, and create the Build anew.',
  },
  WrongOutcome: {
    actor: 'platform',
    meaning: 'The build ended well, but says that it has made an image that the Build does not name',
    advice:
      'Find out who may write the status of pods and TaskRuns, and that the steps image is the one that it should be.',
  },
  WorkloadFailed: {
    actor: 'platform',
    meaning: 'What ran the build failed',
    advice: 'Look at the Events of the pod or TaskRun that the status names.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;
