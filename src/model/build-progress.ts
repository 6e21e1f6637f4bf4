import type { BuildOutcome } from './build-outcome.ts';
import type { JsonObject } from './json.ts';
import type { PhaseName } from './phase-name.ts';

/** What a workload's status says, in terms that both backends share. */
export interface BuildProgress {
  readonly state: WorkloadState;
  /** The pod that runs the phases, once there is one. */
  readonly podName?: string;
  /** All phases of the workload in their order. */
  readonly phases: readonly PhaseProgress[];
  /** Containers of the pod that are neither phases nor helpers of ours: what an injector added. */
  readonly foreign: readonly ForeignContainer[];
  /** Helpers of the layout or of Tekton that are no phases: the copying init container, Tekton's own init containers. */
  readonly helpers: readonly ContainerProgress[];
  /** What completion has reported, once it has ended well. */
  readonly outcome?: BuildOutcome;
}

/** How far the workload as a whole is; reason and message are the platform's own words. */
export type WorkloadState =
  | { readonly kind: 'pending'; readonly reason?: string; readonly message?: string }
  | { readonly kind: 'running'; readonly reason?: string; readonly message?: string }
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'failed'; readonly reason?: string; readonly message?: string };

/** How far one container is (core/v1 ContainerState). */
export type ContainerProgress = { readonly container: string } & (
  | { readonly kind: 'waiting'; readonly reason?: string; readonly message?: string }
  | { readonly kind: 'running'; readonly startedAt?: string }
  | Terminated
);

export interface Terminated {
  readonly kind: 'terminated';
  readonly exitCode: number;
  readonly signal?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
}

export type PhaseProgress = ContainerProgress & {
  readonly phase: PhaseName;
  /** Its command has not run and will not, because a phase before it failed. */
  readonly isSkipped: boolean;
  /** The state as the workload's status has it, for `status.stepStates`. */
  readonly raw: JsonObject;
};

export type ForeignContainer = ContainerProgress & {
  /** A classic sidecar, a native one (an init container that always restarts), or an init container that ends. */
  readonly role: 'sidecar' | 'native-sidecar' | 'init';
  readonly isReady: boolean;
};
