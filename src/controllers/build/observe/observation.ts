import type { BuildProgress } from '../../../model/build-progress.ts';
import type { ActiveBuild } from '../kept/build-record.ts';
import type { KnownBuilder } from '../../../resolver/world.ts';
import type { BuilderReference } from '../kept/builder-reference.ts';
import type { SeenFor } from '../kept/sightings.ts';
import type { Stop } from '../kept/stop.ts';
import type { RecordedStatus } from './recorded-status.ts';

/** Everything that is decided upon. */
export interface Observation {
  readonly build: ActiveBuild;
  readonly recorded: RecordedStatus;
  /** Of the Build's own time, in seconds. */
  readonly timeLimit?: number;
  readonly isCancelled: boolean;
  readonly workload?: ObservedWorkload;
  readonly builder: ReferredBuilder;
  /** `undefined`: the API server has not said it yet. */
  readonly isTektonServed: boolean | undefined;
  readonly seenFor: SeenFor;
}

/** The builder that a Build names. */
export type ReferredBuilder =
  /** By its image, or in a way that resolving refuses. */
  | { readonly kind: 'image' }
  | { readonly kind: 'missing'; readonly reference: BuilderReference }
  | { readonly kind: 'not-ready'; readonly reference: BuilderReference; readonly complaint?: string }
  | { readonly kind: 'ready'; readonly builder: KnownBuilder };

export type ObservedWorkload = ObservedPod | ObservedTaskRun;

interface Observed {
  readonly name: string;
  readonly uid: string;
  readonly progress: BuildProgress;
  /** The names of the Secrets that its volumes show. */
  readonly secrets: readonly string[];
  /** That it was stopped, and why. */
  readonly stop?: Stop;
  /** Milliseconds that it has to end, being deleted; absent: nobody deletes it. */
  readonly grace?: number;
}

export interface ObservedTaskRun extends Observed {
  readonly kind: 'task-run';
  /** Whether Tekton has begun with it, and has let its first step begin. */
  readonly stage: 'new' | 'held-back' | 'begun';
}

export interface ObservedPod extends Observed {
  readonly kind: 'pod';
  readonly layout: 'init' | 'containers';
  /** Whether the first phase waits for injected containers: `none`, it does not. */
  readonly gate: 'none' | 'closed' | 'opened';
  readonly waiterDelivery: 'hook' | 'init';
  /** Whether it has a node, whose kubelet alone can stop it, and whether that has begun with it. */
  readonly stage: 'unscheduled' | 'scheduled' | 'taken-on';
}
