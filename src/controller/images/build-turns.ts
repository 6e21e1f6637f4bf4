import type { Build } from '../../core/api/kpack/build.ts';
import type { Image } from '../../core/api/kpack/image.ts';
import { BuildQueue, type EarlierQueue, type ObservedBuild, type Turn } from '../../core/build-queue/build-queue.ts';
import type { BuildLimits, WaitingBuild } from '../../core/build-queue/next-in-turn.ts';
import type { NeededBuild } from '../../core/build-queue/queue-states.ts';
import { initiatorOfBuild, queuedSince } from '../../core/images/build-initiator.ts';
import { belongsTo, outcomeOf } from '../../core/images/build-history.ts';
import { keyOf } from '../../clients/kube/client/kube-object.ts';
import type { Change } from '../../clients/kube/reflector/informer.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import type { Enqueue } from '../kit/start-controller.ts';
import type { BuildCreation } from './create-build.ts';
import { imageKeyOf, isBuildOfImage, type ImageCaches } from './image-caches.ts';
import type { OwnWrites } from './own-writes.ts';

/** The limits of Builds that run at once, applied to the Builds of Images. */
export interface BuildTurns {
  /** Starts to count Builds. */
  readonly watch: (caches: Pick<ImageCaches, 'builds'>, enqueue: Enqueue) => void;
  /** Continues the queue of an earlier process, whose state is in the synced caches. */
  readonly resume: (caches: Pick<ImageCaches, 'images' | 'builds'>) => void;
  /** Asks if the next Build of an Image may be created now. */
  readonly ask: (image: Image, build: Build) => Turn;
  /** Counts the Build during its creation, and after that if the Build exists or may exist. */
  readonly whileCreating: (build: Build, create: () => Promise<BuildCreation>) => Promise<BuildCreation>;
  /** Removes an Image that needs no Build now, or is gone. */
  readonly leave: (image: string) => void;
  /** Returns the milliseconds until the next reconcile of an Image whose new Build the cache has not seen. */
  readonly expectationExpiresInMs: (image: string) => number | undefined;
  readonly waiting: () => readonly WaitingBuild[];
}

export interface BuildTurnsOptions {
  readonly limits: BuildLimits;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly writes: Pick<OwnWrites, 'builds'>;
}

export function createBuildTurns({ limits, clock, writes }: BuildTurnsOptions): BuildTurns {
  let enqueue: Enqueue | undefined;
  const queue = new BuildQueue({ limits, elapsed: clock.elapsed, onTurn: (image) => enqueue?.(image, 'high') });
  return {
    watch: ({ builds }, add) => {
      enqueue = add;
      builds.subscribe((change) => queue.observe(observedBuild(change)));
    },
    resume: (caches) => queue.resume(earlierQueue(caches)),
    ask: (image, build) => queue.ask(neededBuild(image, build, clock.now()), keyOf(build)),
    whileCreating: async (build, create) => {
      const image = imageKeyOf(build);
      try {
        const creation = await create();
        // If the plan was out of date, the Image may have another Build that the cache has not seen.
        const unseen = creation.kind === 'refused' ? undefined : writes.builds.newest(image, undefined);
        if (unseen === undefined) queue.notCreated(image);
        else queue.created(image, keyOf(unseen));
        return creation;
      } catch (error) {
        // The API server may have created the Build although its answer is lost.
        queue.created(image, keyOf(build));
        throw error;
      }
    },
    leave: (image) => queue.leave(image),
    expectationExpiresInMs: (image) => queue.expectationExpiresInMs(image),
    waiting: () => queue.waiting(),
  };
}

function neededBuild(image: Image, build: Build, nowMs: number): NeededBuild {
  // The condition has whole seconds. The next process has only the condition, and its order should be the same.
  const sinceMs = queuedSince(image)?.sinceMs ?? Math.floor(nowMs / 1000) * 1000;
  return { image: keyOf(image), namespace: namespaceOf(image), initiator: initiatorOfBuild(build), sinceMs };
}

function waitingImages(images: readonly Image[]): readonly NeededBuild[] {
  return images.flatMap((image): readonly NeededBuild[] => {
    const queued = queuedSince(image);
    return queued === undefined ? [] : [{ image: keyOf(image), namespace: namespaceOf(image), ...queued }];
  });
}

/** Returns the queue of the process before, from the conditions of Images and from their Builds. */
function earlierQueue({ images, builds }: Pick<ImageCaches, 'images' | 'builds'>): EarlierQueue {
  const ofImages = builds.store.list().filter(isBuildOfImage).toSorted(compareCreation);
  const isOwn = (build: Build): boolean => {
    const image = images.store.get(imageKeyOf(build));
    return image !== undefined && belongsTo(image, build);
  };
  return {
    waiting: waitingImages(images.store.list()),
    starting: ofImages.filter((build) => stateOf(build) === 'starting' && isOwn(build)).map(identityOf),
    turns: ofImages.map((build) => ({ namespace: namespaceOf(build), initiator: initiatorOfBuild(build) })),
  };
}

function compareCreation(one: Build, other: Build): number {
  const [a, b] = [createdAt(one), createdAt(other)];
  if (a !== b) return a < b ? -1 : 1;
  return keyOf(one) < keyOf(other) ? -1 : 1;
}

function createdAt({ metadata }: Build): string {
  return metadata.creationTimestamp ?? '';
}

function observedBuild({ kind, object }: Change<Build>): ObservedBuild {
  return { ...identityOf(object), state: kind === 'deleted' ? 'gone' : stateOf(object) };
}

function identityOf(build: Build): Omit<ObservedBuild, 'state'> {
  const image = isBuildOfImage(build) ? { image: imageKeyOf(build) } : {};
  return { namespace: namespaceOf(build), build: keyOf(build), ...image };
}

/** A Build runs if it has a Pod. A TaskRun alone does not count: Tekton can fail to create its Pod for hours. */
function stateOf({ status }: Build): 'starting' | 'running' | 'finished' {
  if (outcomeOf({ status }) !== 'Unknown') return 'finished';
  return (status?.podName ?? '') === '' ? 'starting' : 'running';
}

function namespaceOf({ metadata }: Pick<Image, 'metadata'>): string {
  return metadata.namespace ?? '';
}
