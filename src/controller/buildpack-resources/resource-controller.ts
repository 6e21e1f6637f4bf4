import type { RegistryAccess } from '../registry-access/registry-access.ts';
import type { Outcome } from '../../core/runtime/controller.ts';
import { enqueueChanges, failureCache, type FailureCache } from '../kit/failure-cache.ts';
import { objectToReconcile, type ReadableCache } from '../kit/readable-cache.ts';
import { reportStatus, type StatusReporter } from '../kit/report-status.ts';
import type { Controller, Enqueue } from '../kit/start-controller.ts';
import { reportUnreadable } from '../kit/status.ts';
import {
  DEFAULT_RECHECK_INTERVALS,
  nextCheck,
  validCheck,
  type ImageCheck,
  type RecheckIntervals,
  type ReconcileTime,
} from './recheck-schedule.ts';
import type { BuildpackResourceCaches } from './resource-caches.ts';
import {
  BUILDPACKS,
  CLUSTER_BUILDPACKS,
  CLUSTER_LIFECYCLES,
  CLUSTER_STACKS,
  CLUSTER_STORES,
  type BuildpackResource,
  type BuildpackResourceKind,
} from './resource-kinds.ts';
import { readImages, resourceStatus, type TransientFailure } from './resource-status.ts';

export interface ResourceControllerOptions<T extends BuildpackResource> extends StatusReporter {
  readonly kind: BuildpackResourceKind<T>;
  readonly cache: ReadableCache<T>;
  readonly access: Pick<RegistryAccess, 'facts'>;
  readonly workers: number;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly intervals?: RecheckIntervals;
}

/** The options that the controllers of all kinds share. */
export type BuildpackResourceControllersOptions = Omit<ResourceControllerOptions<BuildpackResource>, 'kind' | 'cache'>;

/** Returns the controllers of Buildpacks, ClusterBuildpacks, ClusterStores, ClusterStacks and ClusterLifecycles. */
export function buildpackResourceControllers(
  caches: BuildpackResourceCaches,
  options: BuildpackResourceControllersOptions,
): readonly Controller[] {
  return [
    resourceController({ ...options, kind: BUILDPACKS, cache: caches.buildpacks }),
    resourceController({ ...options, kind: CLUSTER_BUILDPACKS, cache: caches.clusterBuildpacks }),
    resourceController({ ...options, kind: CLUSTER_STORES, cache: caches.clusterStores }),
    resourceController({ ...options, kind: CLUSTER_STACKS, cache: caches.clusterStacks }),
    resourceController({ ...options, kind: CLUSTER_LIFECYCLES, cache: caches.clusterLifecycles }),
  ];
}

/** The options of a controller, and its state between reconciles. */
interface ResourceContext<T extends BuildpackResource> extends ResourceControllerOptions<T> {
  readonly intervals: RecheckIntervals;
  readonly checks: Map<string, ImageCheck>;
  readonly failures: FailureCache<TransientFailure>;
}

/**
 * Returns a controller for one kind: keeps the statuses of its objects up to date with the images in the registries.
 */
export function resourceController<T extends BuildpackResource>(options: ResourceControllerOptions<T>): Controller {
  const context = {
    intervals: DEFAULT_RECHECK_INTERVALS,
    ...options,
    checks: new Map<string, ImageCheck>(),
    failures: failureCache<TransientFailure>(),
  };
  return {
    name: options.kind.resource.plural,
    workers: options.workers,
    watch: async (enqueue) => watch(context, enqueue),
    reconcile: async (key, signal) => reconcile(context, key, signal),
  };
}

async function watch<T extends BuildpackResource>(
  { cache, failures }: ResourceContext<T>,
  enqueue: Enqueue,
): Promise<unknown> {
  enqueueChanges(cache, failures, enqueue);
  return cache.synced;
}

async function reconcile<T extends BuildpackResource>(
  context: ResourceContext<T>,
  key: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { kind, client, cache, checks, failures, intervals, now, random } = context;
  const object = objectToReconcile(cache, key);
  const last = checks.get(key);
  const failure = failures.take(key);
  if (object === undefined) {
    checks.delete(key);
    return reportUnreadable(client, kind.resource, cache.unreadable(key), now());
  }
  const time: ReconcileTime = { nowMs: now(), random: random() };
  const checked = { object, images: kind.images(object), isComplete: kind.isComplete(object), last };
  const valid = failure === undefined ? validCheck(checked, intervals, time) : undefined;
  if (valid !== undefined) return recordCheck(context, key, valid, time);

  const result = failure ?? (await readImages(context, object, signal));
  if (result.kind === 'transient') {
    checks.delete(key);
    failures.put(key, result);
  }
  await reportStatus(context, kind.resource, object, resourceStatus(object, result, time.nowMs));
  if (result.kind === 'transient') return { kind: 'failed', error: result.error };
  return recordCheck(context, key, nextCheck(checked, result.kind, intervals, time), time);
}

function recordCheck<T extends BuildpackResource>(
  { checks }: ResourceContext<T>,
  key: string,
  check: ImageCheck,
  { nowMs }: ReconcileTime,
): Outcome {
  checks.set(key, check);
  return check.nextAtMs === undefined ? { kind: 'done' } : { kind: 'requeue', afterMs: check.nextAtMs - nowMs };
}
