import type { BuildOutcome } from './build-outcome.ts';
import type { ContainerState } from './container-state.ts';
import type { JsonObject } from './json.ts';
import type { PhaseName } from './phase-name.ts';

/** The progress of a workload in terms that both backends share, read from the status of a TaskRun or Pod. */
export interface BuildProgress {
  readonly state: WorkloadState;
  /** The Pod that runs the phases. Absent until the Pod exists. */
  readonly podName?: string;
  /** All phases of the workload, in execution order. */
  readonly phases: readonly PhaseProgress[];
  /** When the controller let the first phase run (RFC 3339). Absent if the first phase waits for no injected container. */
  readonly gateOpenedAt?: string;
  /** Containers that an injector such as Istio added to the Pod: neither phases nor helpers. */
  readonly foreign: readonly ForeignContainer[];
  /** Helper containers: the init container that copies the waiter, and Tekton's own init containers. */
  readonly helpers: readonly ContainerProgress[];
  /** The result that completion reported. Absent until completion succeeds. */
  readonly outcome?: BuildOutcome;
  /** Present if another phase could have written the outcome: a registry must confirm it. */
  readonly outcomeOrigin?: 'any-step';
}

/** The state of the whole workload. `reason` and `message` are copied from Tekton or the Pod's status. */
export type WorkloadState =
  | { readonly kind: 'pending'; readonly reason?: string; readonly message?: string }
  | { readonly kind: 'running'; readonly reason?: string; readonly message?: string }
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'failed'; readonly reason?: string; readonly message?: string };

/** The state of one container. */
export type ContainerProgress = { readonly container: string } & ContainerState;

export type PhaseProgress = ContainerProgress & {
  readonly phase: PhaseName;
  /** True if the phase's command never runs, because an earlier phase failed. */
  readonly isSkipped: boolean;
  /** The container's state exactly as the workload's status has it, for the Build's `status.stepStates`. */
  readonly raw: JsonObject;
};

export type ForeignContainer = ContainerProgress & {
  /**
   * A regular container, a native sidecar (an init container with `restartPolicy: Always`), or a plain init container.
   */
  readonly role: 'sidecar' | 'native-sidecar' | 'init';
  readonly isReady: boolean;
};

/** The start of a phase that shares its container with other phases (RFC 3339, in UTC and whole seconds). */
export interface PhaseStart {
  readonly phase: PhaseName;
  readonly startedAt: string;
}

/** True if the pod has an injected classic sidecar. */
export function hasSidecar({ foreign }: BuildProgress): boolean {
  return foreign.some(({ role }) => role === 'sidecar');
}
