import { spread } from '../../core/runtime/backoff.ts';
import { isReady } from '../../core/builders/builder-resources.ts';
import { parseImageReference } from '../../core/model/image-reference.ts';
import type { BuildpackResource } from './resource-kinds.ts';

/** A check of a resource's images by this process. */
export interface ImageCheck {
  /** The generation of the resource that was checked. */
  readonly generation: number;
  /** The time of the next check of the images, in milliseconds since 1970; `undefined` if only a change triggers that. */
  readonly nextAtMs: number | undefined;
}

/** The intervals at which images are checked again without a change of their resource, in milliseconds. */
export interface RecheckIntervals {
  /** For tags, which can point to another image at any time. */
  readonly tagMs: number;
  /** After a refusal: a user can grant access or push the image. */
  readonly refusedMs: number;
}

const HOUR_MS = 3_600_000;

export const DEFAULT_RECHECK_INTERVALS: RecheckIntervals = { tagMs: HOUR_MS, refusedMs: HOUR_MS / 12 };

/** The time of a reconcile, and a random number for its jitter. */
export interface ReconcileTime {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** From 0 up to, but not including, 1. */
  readonly random: number;
}

/** The state that decides if the images of a resource are checked. */
export interface CheckedResource {
  readonly object: BuildpackResource;
  readonly images: readonly string[];
  readonly isComplete: boolean;
  /** The last check by this process; `undefined` after a start. */
  readonly last: ImageCheck | undefined;
}

/** Returns the check that is still valid; `undefined` if the images have to be checked now. */
export function validCheck(
  { object, images, isComplete, last }: CheckedResource,
  { tagMs }: RecheckIntervals,
  { nowMs, random }: ReconcileTime,
): ImageCheck | undefined {
  const { generation = 0 } = object.metadata;
  if (object.status?.observedGeneration !== generation) return undefined;
  if (last?.generation === generation) return last.nextAtMs === undefined || last.nextAtMs > nowMs ? last : undefined;
  if (!isReady(object.status) || !isComplete) return undefined;
  // Another process checked the images at an unknown time. Spread the next checks over the interval to avoid a burst.
  return { generation, nextAtMs: hasTag(images) ? nowMs + tagMs * random : undefined };
}

/** Returns the check that has just ended with this result, with the time of the next one. */
export function nextCheck(
  { object, images }: Pick<CheckedResource, 'object' | 'images'>,
  result: 'read' | 'unusable' | 'refused',
  intervals: RecheckIntervals,
  { nowMs, random }: ReconcileTime,
): ImageCheck {
  const { generation = 0 } = object.metadata;
  if (result === 'refused') return { generation, nextAtMs: nowMs + spread(intervals.refusedMs, random) };
  return { generation, nextAtMs: hasTag(images) ? nowMs + spread(intervals.tagMs, random) : undefined };
}

/** True if any of the images is named by a tag instead of a digest. */
export function hasTag(images: readonly string[]): boolean {
  return images.some((image) => parseImageReference(image)?.digest === undefined);
}
