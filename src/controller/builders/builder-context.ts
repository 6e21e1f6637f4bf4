import type { PlatformApi } from '../../core/model/platform-api.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import type { SignatureFormat } from '../../core/model/signature-format.ts';
import type { RecheckIntervals, ReconcileTime } from '../buildpack-resources/recheck-schedule.ts';
import type { BuildpackResourceCaches } from '../buildpack-resources/resource-caches.ts';
import type { FailureCache } from '../kit/failure-cache.ts';
import type { ReadableCache } from '../kit/readable-cache.ts';
import type { StatusReporter } from '../kit/report-status.ts';
import type { RegistryAccess } from '../registry-access/registry-access.ts';
import type { AnyBuilder } from './builder-kinds.ts';
import type { OrderImages } from './order-images.ts';
import type { PushShare } from './push-share.ts';

/** The settings of a controller of builders, and its caches, clients and functions. */
export interface BuilderControllerOptions extends StatusReporter {
  readonly resource: Resource;
  readonly cache: ReadableCache<AnyBuilder>;
  readonly resources: BuildpackResourceCaches;
  readonly access: Pick<RegistryAccess, 'facts' | 'client' | 'signingSecrets' | 'signingKey'>;
  /** As in `BuildPolicy`. */
  readonly maximumPlatformApi: PlatformApi | undefined;
  /** The form of the signatures of builders. */
  readonly signatureFormat: SignatureFormat;
  readonly workers: number;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly intervals?: RecheckIntervals;
}

/** The state that a controller of builders keeps between reconciles. */
export interface BuilderState {
  readonly images: Map<string, OrderImages>;
  /** The keys of builders that wait for a buildpack resource to be read. */
  readonly waiting: Set<string>;
  readonly failures: FailureCache<FailedPublish>;
  readonly pushShare: PushShare;
}

/** The options and the state that the functions of one reconcile share. */
export interface BuilderContext extends BuilderControllerOptions, BuilderState {
  readonly intervals: RecheckIntervals;
  readonly time: ReconcileTime;
  /** Aborts the reconcile. */
  readonly signal: AbortSignal;
}

/** A request to a registry failed or was refused, or the builder could not be signed. */
export interface FailedPublish {
  readonly kind: 'failed';
  readonly message: string;
  readonly error: unknown;
  /** The time of the next attempt, in milliseconds since 1970; `undefined` to retry with the queue's backoff. */
  readonly nextAtMs: number | undefined;
}
