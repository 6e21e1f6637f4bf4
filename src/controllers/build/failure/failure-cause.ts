import type { Terminated } from '../../../model/build-progress.ts';
import type { PhaseName } from '../../../model/phase-name.ts';
import type { FieldProblem } from '../../../model/problem.ts';

/** How the container of a phase has ended. */
export type TerminatedContainer = Terminated & { readonly container: string };

/** Why a Build has failed, as far as states and decisions tell; what it means to people is a Failure. */
export type FailureCause =
  /** It ran, and ended by itself. */
  | { readonly kind: 'phase-failed'; readonly phase: PhaseName; readonly terminated: TerminatedContainer }
  /** The platform says so; the limit is the Build's own. */
  | {
      readonly kind: 'out-of-memory';
      readonly phase: PhaseName;
      readonly terminated: TerminatedContainer;
      readonly limit?: string;
    }
  /** A process of it was, for which there is seldom another reason than its memory, and the platform says none. */
  | {
      readonly kind: 'process-killed';
      readonly phase: PhaseName;
      readonly terminated: TerminatedContainer;
      readonly limit?: string;
    }
  | {
      readonly kind: 'phase-not-started';
      readonly phase: PhaseName;
      readonly reason?: string;
      readonly message?: string;
    }
  /** It ended without a word to those that wait for it. */
  | { readonly kind: 'phase-lost'; readonly phase: PhaseName; readonly terminated?: TerminatedContainer }
  | {
      readonly kind: 'injected-sidecar-in-init-layout';
      readonly phase: PhaseName;
      readonly terminated?: TerminatedContainer;
      /** Those that were injected. */
      readonly containers: readonly string[];
    }
  | {
      readonly kind: 'sidecar-not-ready';
      readonly container: string;
      readonly reason?: string;
      readonly message?: string;
      /** How long it was waited for. */
      readonly seconds: number;
    }
  /** `seconds` is absent where it is not known which limit it was. */
  | { readonly kind: 'timed-out'; readonly seconds?: number; readonly phase?: PhaseName }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'evicted'; readonly message?: string }
  | { readonly kind: 'preempted'; readonly message?: string }
  | { readonly kind: 'node-lost'; readonly message?: string }
  | { readonly kind: 'workload-deleted'; readonly workload: string }
  /** The Build's own fields, or what they name. */
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  /** The API server takes the workload for invalid, or forbids it for good. */
  | { readonly kind: 'rejected'; readonly message: string }
  | { readonly kind: 'no-outcome' }
  /** It names an image that the Build was not to make. */
  | { readonly kind: 'wrong-outcome'; readonly image: string }
  /** Anything else that Tekton or the kubelet says. */
  | { readonly kind: 'workload-failed'; readonly reason?: string; readonly message?: string };
