import type { BuildProgress } from '../../../core/model/build-progress.ts';
import type { Pod } from '../../../core/model/objects/pod.ts';
import type { KnownBuilder } from '../../../core/resolver/referenced-objects.ts';
import type { ActiveBuild, BuilderReference } from '../cache/build-record.ts';
import type { ObservedForMs } from '../state-between-reconciles/state-between-reconciles.ts';
import type { BuilderTrust } from '../status/build-status.ts';
import type { RecordedStatus } from '../status/recorded-status.ts';
import type { Stop } from '../status/stop-annotation.ts';

/** Everything that a decision depends on. */
export interface Observation {
  readonly build: ActiveBuild;
  readonly recorded: RecordedStatus;
  /** `spec.activeDeadlineSeconds`. */
  readonly timeLimitSeconds?: number;
  readonly isCancelled: boolean;
  /** True if the Build is being deleted. Its workload runs on, and no other workload is created. */
  readonly isTerminating: boolean;
  readonly workload?: ObservedWorkload;
  /** True if Tekton could not create the Pod of the TaskRun, and no newer TaskRun runs. */
  readonly lacksPod: boolean;
  /**
   * The time for which a temporary problem has kept the workload from being created. Absent if there is no such
   * problem.
   */
  readonly retryingForMs?: number;
  readonly builder: ReferencedBuilder;
  /** `undefined` until the API server has answered. */
  readonly isTektonServed: boolean | undefined;
  readonly observedForMs: ObservedForMs;
}

/** The builder that a Build references. */
export type ReferencedBuilder =
  /** The Build names an image, or references a kind that the resolver refuses. */
  | { readonly kind: 'image' }
  | { readonly kind: 'missing'; readonly reference: BuilderReference }
  | { readonly kind: 'not-ready'; readonly reference: BuilderReference; readonly message?: string }
  | { readonly kind: 'ready'; readonly builder: KnownBuilder };

export type ObservedWorkload = ObservedPod | ObservedTaskRun;

interface ObservedObject {
  readonly name: string;
  readonly uid: string;
  readonly progress: BuildProgress;
  /** The Pod that runs the phases, as the cache has it: without most of its spec. */
  readonly pod?: Pod;
  /** The names of the Secrets that its volumes mount. */
  readonly secrets: readonly string[];
  readonly builderTrust: BuilderTrust;
  /** True if the phases stop for a user who debugs the Build. */
  readonly isDebugged: boolean;
  /** Present if the controller stopped the workload. */
  readonly stop?: Stop;
  /** The grace period of a terminating object; absent if the object is not being deleted. */
  readonly gracePeriodMs?: number;
}

/** Identifies a Pod in the namespace of the Build. */
export interface PodIdentity {
  readonly name: string;
  readonly uid: string;
}

export interface ObservedTaskRun extends ObservedObject {
  readonly kind: 'taskrun';
  /** `waiting-for-sidecars`: the Pod runs, and Tekton holds the first step back until all containers are ready. */
  readonly stage: 'not-started' | 'waiting-for-sidecars' | 'started';
  /**
   * The Pod, if Tekton stops no injected sidecar in it because it runs declared sidecars as native ones. Absent once the Pod has been
   * stopped.
   */
  readonly unstoppedPod?: PodIdentity;
}

export interface ObservedPod extends ObservedObject {
  readonly kind: 'pod-init' | 'pod-containers';
  /** `closed`: the first phase waits for injected sidecars. `none`: the Pod has no gate. */
  readonly gate: 'none' | 'closed' | 'open';
  readonly waiterDelivery: 'hook' | 'init';
  /** Only the kubelet of its node can stop a Pod: `started` if the kubelet has accepted the Pod. */
  readonly stage: 'unscheduled' | 'scheduled' | 'started';
}
