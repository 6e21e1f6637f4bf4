import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { RegistryAccess } from '../registry-access/registry-access.ts';
import type { Outcome } from '../../core/runtime/controller.ts';
import { transitionEvents, type RecordEvent } from '../kit/events.ts';
import type { ReadableCache } from '../kit/readable-cache.ts';
import type { Controller } from '../kit/start-controller.ts';
import { reportUnreadable, writeStatus } from '../kit/status.ts';
import { failureCache, type FailureCache } from './failure-cache.ts';
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

export interface ResourceControllerOptions<T extends BuildpackResource> {
  readonly kind: BuildpackResourceKind<T>;
  readonly cache: ReadableCache<T>;
  readonly client: Pick<KubeClient, 'patch'>;
  readonly access: Pick<RegistryAccess, 'facts'>;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly intervals?: RecheckIntervals;
  /** Records an Event for each condition whose status changes. */
  readonly recordEvent?: RecordEvent;
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

/** The state that this process keeps between reconciles. */
interface ControllerState {
  readonly checks: Map<string, ImageCheck>;
  readonly failures: FailureCache<TransientFailure>;
}

const WORKERS = 4;

/**
 * Returns a controller for one kind: keeps the statuses of its objects up to date with the images in the registries.
 */
export function resourceController<T extends BuildpackResource>(options: ResourceControllerOptions<T>): Controller {
  const { kind, cache } = options;
  const state: ControllerState = { checks: new Map(), failures: failureCache() };
  return {
    name: kind.resource.plural,
    workers: WORKERS,
    watch: async (enqueue) => {
      cache.subscribe((change) => {
        state.failures.onChange(change);
        enqueue(change.key);
      });
      cache.subscribeUnreadable(enqueue);
      return cache.synced;
    },
    reconcile: async (key, signal) => reconcile(options, state, key, signal),
  };
}

async function reconcile<T extends BuildpackResource>(
  options: ResourceControllerOptions<T>,
  { checks, failures }: ControllerState,
  key: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { kind, client, cache, access, now, random, intervals = DEFAULT_RECHECK_INTERVALS } = options;
  const object = cache.store.get(key);
  const last = checks.get(key);
  const failure = failures.take(key);
  if (object === undefined || object.metadata.deletionTimestamp !== undefined) {
    checks.delete(key);
    return reportUnreadable(client, kind.resource, cache.unreadable(key), now());
  }
  const time: ReconcileTime = { nowMs: now(), random: random() };
  const checked = { object, images: kind.images(object), isComplete: kind.isComplete(object), last };
  const valid = failure === undefined ? validCheck(checked, intervals, time) : undefined;
  if (valid !== undefined) return recordCheck(checks, key, valid, time);

  const result = failure ?? (await readImages(kind, object, access, signal));
  if (result.kind === 'transient') {
    checks.delete(key);
    failures.put(key, result);
  }
  await write(options, object, resourceStatus(object, result, time.nowMs));
  if (result.kind === 'transient') return { kind: 'failed', error: result.error };
  return recordCheck(checks, key, nextCheck(checked, result.kind, intervals, time), time);
}

async function write<T extends BuildpackResource>(
  { kind, client, recordEvent }: ResourceControllerOptions<T>,
  object: T,
  status: JsonObject,
): Promise<void> {
  const written = await writeStatus(client, kind.resource, object, status);
  if (written !== undefined) transitionEvents(kind.resource, object, status).forEach((event) => recordEvent?.(event));
}

function recordCheck(checks: Map<string, ImageCheck>, key: string, check: ImageCheck, time: ReconcileTime): Outcome {
  checks.set(key, check);
  return check.nextAtMs === undefined ? { kind: 'done' } : { kind: 'requeue', afterMs: check.nextAtMs - time.nowMs };
}
