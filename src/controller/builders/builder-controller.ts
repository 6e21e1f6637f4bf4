import type { EventDetails } from '../../clients/kube/client/event.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { spread } from '../../core/runtime/backoff.ts';
import type { Outcome } from '../../core/runtime/controller.ts';
import { DEFAULT_RECHECK_INTERVALS, type ReconcileTime } from '../buildpack-resources/recheck-schedule.ts';
import type { EventReason } from '../kit/event-reasons.ts';
import { eventObject } from '../kit/events.ts';
import { enqueueChanges, failureCache } from '../kit/failure-cache.ts';
import { objectToReconcile } from '../kit/readable-cache.ts';
import { reportStatus } from '../kit/report-status.ts';
import type { Controller, Enqueue } from '../kit/start-controller.ts';
import { reportUnreadable } from '../kit/status.ts';
import type { BuilderContext, BuilderControllerOptions, BuilderState, FailedPublish } from './builder-context.ts';
import { BUILDERS, CLUSTER_BUILDERS, type AnyBuilder, type BuilderCaches } from './builder-kinds.ts';
import { failedStatus, publishedStatus } from './builder-status.ts';
import { dueAfterMs, type OrderImages } from './order-images.ts';
import { assembleAndPublish, type PublishResult } from './publish-builder.ts';
import { createPushShare } from './push-share.ts';
import { watchBuildpackResources } from './watch-resources.ts';

/** Returns the controllers of Builders and ClusterBuilders. */
export function builderControllers(
  { builders, clusterBuilders }: BuilderCaches,
  options: Omit<BuilderControllerOptions, 'resource' | 'cache'>,
): readonly Controller[] {
  return [
    builderController({ ...options, resource: BUILDERS.resource, cache: builders }),
    builderController({ ...options, resource: CLUSTER_BUILDERS.resource, cache: clusterBuilders }),
  ];
}

/** A waiting builder is enqueued when a resource changes. This requeue covers a change that no rule foresees. */
const WAITING_REQUEUE_MS = 30_000;

/** Returns a controller that publishes builders of one kind and keeps their statuses up to date. */
export function builderController(options: BuilderControllerOptions): Controller {
  const { resource, workers, now, random, intervals = DEFAULT_RECHECK_INTERVALS } = options;
  const state: BuilderState = {
    images: new Map(),
    waiting: new Set(),
    failures: failureCache(),
    pushShare: createPushShare(),
  };
  return {
    name: resource.plural,
    workers,
    watch: async (enqueue) => watch({ ...options, ...state }, enqueue),
    reconcile: async (key, signal) => {
      const time = { nowMs: now(), random: random() };
      return reconcile({ ...options, ...state, intervals, time, signal }, key);
    },
  };
}

async function watch(
  { cache, resources, waiting, failures }: BuilderControllerOptions & BuilderState,
  enqueue: Enqueue,
): Promise<unknown> {
  enqueueChanges(cache, failures, enqueue);
  watchBuildpackResources(resources, cache, waiting, (key) => {
    failures.invalidate(key);
    enqueue(key);
  });
  return Promise.all([cache, ...Object.values(resources)].map(async ({ synced }) => synced));
}

async function reconcile(context: BuilderContext, key: string): Promise<Outcome> {
  const { resource, client, cache, waiting, failures, time } = context;
  const builder = objectToReconcile(cache, key);
  const known = context.images.get(key);
  const failure = failures.take(key);
  waiting.delete(key);
  if (builder === undefined) {
    context.images.delete(key);
    return reportUnreadable(client, resource, cache.unreadable(key), time.nowMs);
  }
  const { result, images } = isValid(failure, time)
    ? { result: failure, images: known }
    : await assembleAndPublish(context, builder, known);
  if (images !== undefined) context.images.set(key, images);
  if (result.kind === 'waiting') waiting.add(key);
  if (result.kind === 'failed') failures.put(key, result);
  const status = nextStatus(builder, result, time.nowMs);
  if (status !== undefined) await report(context, builder, status, result);
  return outcomeOf(context, result, images);
}

/** True if the failure is reported again because its retry is not due yet. */
function isValid(failure: FailedPublish | undefined, { nowMs }: ReconcileTime): failure is FailedPublish {
  return failure !== undefined && (failure.nextAtMs === undefined || failure.nextAtMs > nowMs);
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

/** Writes the status. Records the Events of its conditions, and an Event if the builder has another image. */
async function report(
  context: BuilderContext,
  builder: AnyBuilder,
  status: JsonObject,
  result: PublishResult,
): Promise<void> {
  const { resource, recordEvent } = context;
  // Objects that are applied together are read one after the other, so this is not a fault.
  const isUnread = result.kind === 'refused' && result.isUnread === true;
  const written = await reportStatus(context, resource, builder, status, {
    select: (events) => (isUnread ? [] : events.filter(isFirstWarning)),
  });
  const { latestImage: note } = status;
  if (written === undefined || typeof note !== 'string' || note === builder.status?.latestImage) return;
  const regarding = eventObject(resource, builder);
  recordEvent?.({ regarding, type: 'Normal', reason: 'Published' satisfies EventReason, action: 'Publish', note });
}

/** False for a second Warning: one failure changes two conditions of a builder, whose notes differ. */
function isFirstWarning({ type }: EventDetails, index: number, events: readonly EventDetails[]): boolean {
  return type !== 'Warning' || events.findIndex((event) => event.type === 'Warning') === index;
}

function outcomeOf(
  { intervals, time: { nowMs, random } }: BuilderContext,
  result: PublishResult,
  images: OrderImages | undefined,
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
      return { kind: 'requeue', afterMs: Math.min(dueMs ?? Infinity, spread(intervals.tagMs, random)) };
    case 'refused':
      return dueMs === undefined ? { kind: 'done' } : { kind: 'requeue', afterMs: dueMs };
  }
}
