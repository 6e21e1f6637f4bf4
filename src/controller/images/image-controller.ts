import type { BuildLimits, WaitingBuild } from '../../core/build-queue/next-in-turn.ts';
import { planImage } from '../../core/images/image-plan.ts';
import { TagHolders } from '../../core/images/tag-holders.ts';
import { defined } from '../../core/model/defined.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import type { Outcome } from '../../core/runtime/controller.ts';
import { requeueIfBehind } from '../kit/requeue-if-behind.ts';
import type { Controller } from '../kit/start-controller.ts';
import { reportUnreadable } from '../kit/status.ts';
import { applyPlan, type ApplyDependencies, type Plan } from './apply-plan.ts';
import { createBuildTurns } from './build-turns.ts';
import type { ImageCaches } from './image-caches.ts';
import { IMAGES } from '../../clients/kube/client/resources.ts';
import { observeImage, expectationExpiresInMs } from './observe-image.ts';
import { createOwnWrites } from './own-writes.ts';
import { watchImages, type WatchDependencies } from './watch-images.ts';

export interface ImageControllerOptions extends Omit<ApplyDependencies, 'writes' | 'turns' | 'clock'> {
  readonly caches: ImageCaches;
  readonly workers: number;
  /** True to give Builds a PriorityClass that depends on their reasons. */
  readonly usesPriorityClasses: boolean;
  /** As in `ImagePlanOptions`. */
  readonly defaultCacheSinceMs?: number;
  readonly limits: BuildLimits;
  /** Receives a function that returns the Builds that wait for the limits. */
  readonly setWaiting?: (waiting: () => readonly WaitingBuild[]) => void;
  /** Receives a function that returns the number of tags that Images of several namespaces push to. */
  readonly setSharedTags?: (count: () => number) => void;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
}

/** Users wait for Builds, so a failed reconcile is retried at the latest after this time. */
const MAX_RETRY_DELAY_MS = 60_000;

/** Returns the controller that creates the Builds of Images (kpack, pkg/reconciler/image). */
export function imageController(options: ImageControllerOptions): Controller {
  const { caches, workers, limits, clock, setWaiting, setSharedTags } = options;
  const writes = createOwnWrites(clock);
  const turns = createBuildTurns({ limits, clock, writes });
  setWaiting?.(turns.waiting);
  const tags = new TagHolders();
  setSharedTags?.(() => tags.countOfSeveralNamespaces());
  const dependencies = { ...options, writes, turns, tags };
  return {
    name: IMAGES.plural,
    workers,
    maxRetryDelayMs: MAX_RETRY_DELAY_MS,
    watch: async (enqueue) => watchImages(caches, dependencies, enqueue),
    reconcile: async (key, signal) => reconcile(dependencies, key, signal),
  };
}

async function reconcile(
  dependencies: ImageControllerOptions & ApplyDependencies & WatchDependencies,
  key: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { caches, client, writes, turns, clock, usesPriorityClasses, defaultCacheSinceMs } = dependencies;
  const observed = observeImage(caches, dependencies, key);
  if (observed === undefined) {
    turns.leave(key);
    const outcome = await reportUnreadable(client, IMAGES, caches.images.unreadable(key), clock.now());
    return requeueIfBehind(outcome, turns.expectationExpiresInMs(key));
  }
  // All plans of a reconcile have the same time, which is part of a tag.
  const nowMs = clock.now();
  const options = { nowMs, usesPriorityClasses, ...defined({ defaultCacheSinceMs }) };
  const plan: Plan = (refusals) => planImage(observed, { ...options, ...refusals });
  try {
    const outcome = await applyPlan(dependencies, observed, plan, signal);
    const expiresInMs = expectationExpiresInMs(caches, writes, observed.image);
    return requeueIfBehind(outcome, turns.expectationExpiresInMs(key), expiresInMs);
  } catch (error) {
    // The retry asks again.
    turns.leave(key);
    throw error;
  }
}
