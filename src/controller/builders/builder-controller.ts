import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { EventDetails } from '../../clients/kube/client/event.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { spread } from '../../core/runtime/backoff.ts';
import type { Outcome } from '../../core/runtime/controller.ts';
import { failureCache, type FailureCache } from '../kit/failure-cache.ts';
import {
  DEFAULT_RECHECK_INTERVALS,
  type RecheckIntervals,
  type ReconcileTime,
} from '../buildpack-resources/recheck-schedule.ts';
import type { BuildpackResourceCaches } from '../buildpack-resources/resource-caches.ts';
import type { EventReason } from '../kit/event-reasons.ts';
import { eventObject, transitionEvents, type RecordEvent } from '../kit/events.ts';
import type { ReadableCache } from '../kit/readable-cache.ts';
import type { Controller } from '../kit/start-controller.ts';
import { reportUnreadable, writeStatus } from '../kit/status.ts';
import { BUILDERS, CLUSTER_BUILDERS, type AnyBuilder, type BuilderCaches, type BuilderKind } from './builder-kinds.ts';
import { failedStatus, publishedStatus } from './builder-status.ts';
import { dueAfterMs, type OrderImages } from './order-images.ts';
import { assembleAndPublish, type FailedPublish, type PublishOptions, type PublishResult } from './publish-builder.ts';
import { createPushShare, type PushShare } from './push-share.ts';
import { watchBuildpackResources } from './watch-resources.ts';

export interface BuilderControllerOptions<T extends AnyBuilder> extends Omit<
  PublishOptions,
  'resources' | 'intervals' | 'pushShare'
> {
  readonly kind: BuilderKind<T>;
  readonly cache: ReadableCache<T>;
  readonly resources: BuildpackResourceCaches;
  readonly client: Pick<KubeClient, 'patch'>;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly intervals?: RecheckIntervals;
  /** Records an Event for each condition whose status changes and for each published image. */
  readonly recordEvent?: RecordEvent;
}

/** The options that the controllers of both kinds share. */
export type BuilderControllersOptions = Omit<BuilderControllerOptions<AnyBuilder>, 'kind' | 'cache'>;

/** Returns the controllers of Builders and ClusterBuilders. */
export function builderControllers(
  { builders, clusterBuilders }: BuilderCaches,
  options: BuilderControllersOptions,
): readonly Controller[] {
  return [
    builderController({ ...options, kind: BUILDERS, cache: builders }),
    builderController({ ...options, kind: CLUSTER_BUILDERS, cache: clusterBuilders }),
  ];
}

/** The state that this process keeps between reconciles. */
interface ControllerState {
  readonly images: Map<string, OrderImages>;
  /** The keys of builders that wait for a buildpack resource to be read. */
  readonly waiting: Set<string>;
  readonly failures: FailureCache<FailedPublish>;
  readonly pushShare: PushShare;
}

const WORKERS = 4;

/** A waiting builder is enqueued when a resource changes. This requeue covers a change that no rule foresees. */
const WAITING_REQUEUE_MS = 30_000;

/** Returns a controller that publishes builders of one kind and keeps their statuses up to date. */
export function builderController<T extends AnyBuilder>(options: BuilderControllerOptions<T>): Controller {
  const { kind, cache, resources } = options;
  const state: ControllerState = {
    images: new Map(),
    waiting: new Set(),
    failures: failureCache(),
    pushShare: createPushShare(),
  };
  const { waiting, failures } = state;
  return {
    name: kind.resource.plural,
    workers: WORKERS,
    watch: async (enqueue) => {
      cache.subscribe((change) => {
        failures.onChange(change);
        enqueue(change.key);
      });
      cache.subscribeUnreadable(enqueue);
      watchBuildpackResources(resources, cache, waiting, (key) => {
        failures.invalidate(key);
        enqueue(key);
      });
      return Promise.all([cache, ...Object.values(resources)].map(async ({ synced }) => synced));
    },
    reconcile: async (key, signal) => reconcile(options, state, key, signal),
  };
}

async function reconcile<T extends AnyBuilder>(
  options: BuilderControllerOptions<T>,
  state: ControllerState,
  key: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { kind, client, cache, now, random, intervals = DEFAULT_RECHECK_INTERVALS } = options;
  const builder = cache.store.get(key);
  const known = state.images.get(key);
  const failure = state.failures.take(key);
  state.waiting.delete(key);
  if (builder === undefined || builder.metadata.deletionTimestamp !== undefined) {
    state.images.delete(key);
    return reportUnreadable(client, kind.resource, cache.unreadable(key), now());
  }

  const time: ReconcileTime = { nowMs: now(), random: random() };
  const { result, images } = isValid(failure, time)
    ? { result: failure, images: known }
    : await assembleAndPublish(builder, { ...options, intervals, pushShare: state.pushShare }, known, time, signal);
  if (images !== undefined) state.images.set(key, images);
  if (result.kind === 'waiting') state.waiting.add(key);
  if (result.kind === 'failed') state.failures.put(key, result);
  const status = nextStatus(builder, result, time.nowMs);
  if (status !== undefined) await write(options, builder, status, result);
  return outcomeOf(result, images, intervals, time);
}

/** True if the failure is reported again because its retry is not due yet. */
function isValid(failure: FailedPublish | undefined, { nowMs }: ReconcileTime): failure is FailedPublish {
  return failure !== undefined && (failure.nextAtMs === undefined || failure.nextAtMs > nowMs);
}

async function write<T extends AnyBuilder>(
  { kind: { resource }, client, recordEvent }: BuilderControllerOptions<T>,
  builder: AnyBuilder,
  status: JsonObject,
  result: PublishResult,
): Promise<void> {
  if ((await writeStatus(client, resource, builder, status)) === undefined) return;
  // Objects that are applied together are read one after the other, so this is not a fault.
  const isUnread = result.kind === 'refused' && result.isUnread === true;
  const events = isUnread ? [] : transitionEvents(resource, builder, status).filter(isFirstWarning);
  events.forEach((event) => recordEvent?.(event));
  const { latestImage: note } = status;
  if (typeof note !== 'string' || note === builder.status?.latestImage) return;
  const regarding = eventObject(resource, builder);
  recordEvent?.({ regarding, type: 'Normal', reason: 'Published' satisfies EventReason, action: 'Publish', note });
}

/** False for a second Warning: one failure changes two conditions of a builder, whose notes differ. */
function isFirstWarning({ type }: EventDetails, index: number, events: readonly EventDetails[]): boolean {
  return type !== 'Warning' || events.findIndex((event) => event.type === 'Warning') === index;
}

function nextStatus(builder: AnyBuilder, result: PublishResult, nowMs: number): JsonObject | undefined {
  switch (result.kind) {
    case 'waiting':
      return undefined;
    case 'published':
      return publishedStatus(builder, result, nowMs);
    case 'refused':
    case 'failed':
      return failedStatus(builder, result.message, nowMs);
  }
}

function outcomeOf(
  result: PublishResult,
  images: OrderImages | undefined,
  { tagMs }: RecheckIntervals,
  { nowMs, random }: ReconcileTime,
): Outcome {
  const dueMs = images && dueAfterMs(images, nowMs);
  switch (result.kind) {
    case 'waiting':
      return { kind: 'requeue', afterMs: WAITING_REQUEUE_MS };
    case 'failed':
      if (result.nextAtMs === undefined) return { kind: 'failed', error: result.error };
      return { kind: 'requeue', afterMs: result.nextAtMs - nowMs };
    case 'published':
      // Secrets are not watched, because the controller may not list them. The next reconcile sees a new or rotated signing key.
      return { kind: 'requeue', afterMs: Math.min(dueMs ?? Infinity, spread(tagMs, random)) };
    case 'refused':
      return dueMs === undefined ? { kind: 'done' } : { kind: 'requeue', afterMs: dueMs };
  }
}
