import type { Terminated } from '../../../core/model/container-state.ts';
import type { PhaseName } from '../../../core/model/phase-name.ts';
import type { PodSecurityDenial } from '../../../core/model/pod-security.ts';
import type { FieldProblem } from '../../../core/model/problem.ts';

/** How the container of a phase terminated. */
export type TerminatedContainer = Terminated & { readonly container: string };

/** Why a Build failed, from the workload's state or the controller's decision; `failureOf` explains it to users. */
export type FailureCause =
  /** The phase ran and ended by itself. */
  | { readonly kind: 'phase-failed'; readonly phase: PhaseName; readonly terminated: TerminatedContainer }
  /** The platform reports OOMKilled. */
  | {
      readonly kind: 'out-of-memory';
      readonly phase: PhaseName;
      readonly terminated: TerminatedContainer;
      /** The Build's memory limit. */
      readonly limit?: string;
    }
  /** A process of the phase was killed and the platform gives no reason. That is almost always a lack of memory. */
  | {
      readonly kind: 'process-killed';
      readonly phase: PhaseName;
      readonly terminated: TerminatedContainer;
      /** The Build's memory limit. */
      readonly limit?: string;
    }
  | {
      readonly kind: 'phase-not-started';
      readonly phase: PhaseName;
      readonly reason?: string;
      readonly message?: string;
    }
  /** The phase ended without telling the next phase. */
  | { readonly kind: 'phase-lost'; readonly phase: PhaseName; readonly terminated?: TerminatedContainer }
  | {
      readonly kind: 'injected-sidecar-in-init-layout';
      readonly phase: PhaseName;
      readonly terminated?: TerminatedContainer;
      /** The names of the injected sidecars. */
      readonly containers: readonly string[];
    }
  | {
      readonly kind: 'sidecar-not-ready';
      readonly container: string;
      readonly reason?: string;
      readonly message?: string;
      /** The time that the controller waited. */
      readonly seconds: number;
    }
  /** `seconds` is absent if it is unknown which limit was exceeded. */
  | { readonly kind: 'timed-out'; readonly seconds?: number; readonly phase?: PhaseName }
  | { readonly kind: 'cancelled' }
  /** The Build is being deleted and has no workload. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'evicted'; readonly message?: string }
  | { readonly kind: 'preempted'; readonly message?: string }
  | { readonly kind: 'node-lost'; readonly message?: string }
  | { readonly kind: 'workload-deleted'; readonly workload: string }
  /** The Build is invalid, or an object that it references is missing or invalid. */
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  /** The API server rejects the workload as invalid, or forbids it permanently. */
  | { readonly kind: 'rejected'; readonly message: string }
  /** The namespace enforces a level of Pod Security that the Pod violates. Tekton creates the Pod of a TaskRun. */
  | (PodSecurityDenial & { readonly kind: 'denied-by-pod-security'; readonly creator: 'controller' | 'tekton' })
  /** A temporary problem kept the workload from being created for too long. */
  | { readonly kind: 'workload-not-created'; readonly message: string; readonly seconds: number }
  | { readonly kind: 'no-outcome' }
  /** All phases of a debugged Build succeeded, and none of them pushes. */
  | { readonly kind: 'debugged' }
  /** The outcome names an image that the Build does not. */
  | { readonly kind: 'wrong-outcome'; readonly image: string }
  /** Any step could have written the outcome, and the registry does not confirm it. */
  | { readonly kind: 'unconfirmed-outcome'; readonly image: string; readonly message: string }
  /** Any other failure that Tekton or the kubelet reports. */
  | { readonly kind: 'workload-failed'; readonly reason?: string; readonly message?: string };
