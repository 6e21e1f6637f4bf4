import type { BuildProgress } from '../../../model/build-progress.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import type { StopCause } from '../kept/stop.ts';
import type { ObservedPod, ObservedWorkload } from '../observe/observation.ts';
import type { Backend, RecreationReason } from '../observe/recorded-status.ts';

/** What a reconciler will do next: one thing. To look again is `after` so many milliseconds at the latest. */
export type Decision =
  /** Nothing can be done before something changes. */
  | { readonly kind: 'wait'; readonly after?: number; readonly because?: Waiting }
  | { readonly kind: 'choose-backend'; readonly backend: Backend }
  | { readonly kind: 'start'; readonly backend: Backend }
  | { readonly kind: 'open-gate'; readonly pod: ObservedPod }
  | { readonly kind: 'stop'; readonly workload: ObservedWorkload; readonly cause?: StopCause }
  /** Of one that nobody has taken on, and so nobody can stop, or that is to be made once more. */
  | { readonly kind: 'delete-workload'; readonly workload: ObservedWorkload }
  | { readonly kind: 'recreate'; readonly pod: ObservedPod; readonly reason: RecreationReason }
  | { readonly kind: 'report'; readonly progress: BuildProgress; readonly after?: number }
  | { readonly kind: 'succeed'; readonly workload: ObservedWorkload }
  /** Without a workload: the API server is asked whether there is really none, for caches lag. */
  | { readonly kind: 'fail'; readonly cause: FailureCause; readonly workload?: ObservedWorkload };

/** Why a Build does not run yet, for its condition. */
export interface Waiting {
  readonly reason: string;
  readonly message: string;
}
