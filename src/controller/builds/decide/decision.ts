import type { BuildProgress } from '../../../core/model/build-progress.ts';
import type { ControllerSettings } from '../../../core/settings/controller-settings.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import type { Observation, ObservedPod, ObservedWorkload, PodIdentity } from '../observe/observation.ts';
import type { Backend, RecreationReason } from '../status/recorded-status.ts';
import type { StopCause } from '../status/stop-annotation.ts';

/** The next action for a Build. With `requeueAfterMs`, the Build is reconciled again at the latest after that time. */
export type Decision =
  /** The controller can do nothing until something changes. */
  | { readonly kind: 'wait'; readonly requeueAfterMs?: number; readonly because?: WaitingReason }
  | { readonly kind: 'choose-backend'; readonly backend: Backend }
  | { readonly kind: 'start'; readonly backend: Backend }
  | { readonly kind: 'open-gate'; readonly pod: ObservedPod }
  | { readonly kind: 'stop'; readonly workload: ObservedWorkload; readonly cause?: StopCause }
  /** Ends the Pod of a TaskRun whose steps have ended: Tekton does not stop its injected sidecars. */
  | { readonly kind: 'stop-pod'; readonly pod: PodIdentity }
  /** The workload has not started, so it cannot be stopped, or it will be recreated. */
  | { readonly kind: 'delete-workload'; readonly workload: ObservedWorkload }
  /** With a message, the Build's condition shows the message until the new workload exists. */
  | {
      readonly kind: 'recreate';
      readonly workload: ObservedWorkload;
      readonly reason: RecreationReason;
      readonly message?: string;
    }
  | { readonly kind: 'report'; readonly progress: BuildProgress; readonly requeueAfterMs?: number }
  | { readonly kind: 'succeed'; readonly workload: ObservedWorkload }
  /** Without a workload, the API server is asked first whether there really is none, because caches lag. */
  | { readonly kind: 'fail'; readonly cause: FailureCause; readonly workload?: ObservedWorkload };

/** The reason in the Build's condition while a temporary problem keeps the workload from being created. */
export const RETRYING_REASON = 'Retrying';

/** Explains in the Build's condition why the Build does not run yet. */
export interface WaitingReason {
  readonly reason: string;
  readonly message: string;
}

/** The input of a rule about a Pod. */
export interface PodSituation {
  readonly pod: ObservedPod;
  readonly observation: Observation;
  readonly settings: ControllerSettings;
}

/** Returns a decision, the time until the rule must be checked again, or `undefined` if the rule does not apply. */
export type PodRule = (situation: PodSituation) => Decision | CheckAgain | undefined;

export interface CheckAgain {
  readonly kind: 'check-again';
  readonly afterMs: number;
}

/**
 * Returns the first rule's decision. If no rule decides, reports progress and requeues after the shortest requested delay.
 */
export function firstDecision(rules: readonly PodRule[], situation: PodSituation): Decision {
  let requeueAfterMs: number | undefined;
  for (const rule of rules) {
    const result = rule(situation);
    if (result === undefined) continue;
    if (result.kind !== 'check-again') return result;
    requeueAfterMs = Math.min(result.afterMs, requeueAfterMs ?? result.afterMs);
  }
  return {
    kind: 'report',
    progress: situation.pod.progress,
    ...(requeueAfterMs !== undefined && { requeueAfterMs }),
  };
}

/** Returns the decision once something has been observed for this many seconds; until then, asks to check again. */
export function afterTimeout(observedForMs: number, seconds: number, decision: Decision): Decision | CheckAgain {
  const afterMs = seconds * 1000 - observedForMs;
  return afterMs > 0 ? { kind: 'check-again', afterMs } : decision;
}
