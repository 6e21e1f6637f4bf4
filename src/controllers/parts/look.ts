import { parseImageReference } from '../../model/image-reference.ts';
import { isReady } from '../../builders/parts/readiness.ts';
import type { Part } from './part.ts';

/** When this process looked at the images of a part. Times are in milliseconds since 1970. */
export interface Look {
  /** The part's, then. */
  readonly generation: number;
  /** When to look again; `undefined`: not while the part stays as it is. */
  readonly next: number | undefined;
}

/** How often is looked at what may change without anybody telling us, in milliseconds. */
export interface LookIntervals {
  /** Tags may be moved. */
  readonly tag: number;
  /** Credentials may be given, and images pushed, that a registry refuses now. */
  readonly refused: number;
}

const HOUR = 3_600_000;

/** How often where nobody says otherwise. */
export const LOOK_INTERVALS: LookIntervals = { tag: HOUR, refused: HOUR / 12 };

/** Time and chance. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** From 0 up to, but not including, 1. */
  readonly chance: number;
}

/** What of a part says whether its images are to be looked at. */
export interface Looked {
  readonly part: Part;
  readonly images: readonly string[];
  readonly isComplete: boolean;
  /** The last time; nothing after a start. */
  readonly last: Look | undefined;
}

/** `undefined` where the images are to be looked at now; otherwise when, and for which generation that holds. */
export function lookThatHolds(
  { part, images, isComplete, last }: Looked,
  { tag }: LookIntervals,
  { now, chance }: Moment,
): Look | undefined {
  const { generation = 0 } = part.metadata;
  if (part.status?.observedGeneration !== generation) return undefined;
  if (last?.generation === generation) return last.next === undefined || last.next > now ? last : undefined;
  if (!isReady(part.status) || !isComplete) return undefined;
  // Who looked before us, and when, is not known; all tags at once would be a burst after each start.
  return { generation, next: isMutable(images) ? now + tag * chance : undefined };
}

/** When to look again after what was found. */
export function nextLook(
  { part, images }: Pick<Looked, 'part' | 'images'>,
  finding: 'read' | 'unusable' | 'refused',
  intervals: LookIntervals,
  { now, chance }: Moment,
): Look {
  const { generation = 0 } = part.metadata;
  if (finding === 'refused') return { generation, next: now + jittered(intervals.refused, chance) };
  return { generation, next: isMutable(images) ? now + jittered(intervals.tag, chance) : undefined };
}

/** A tenth more or less, so that what began together does not stay together. */
export function jittered(interval: number, chance: number): number {
  return interval * (0.9 + 0.2 * chance);
}

/** Whether any image is named by what may mean another one tomorrow. */
export function isMutable(images: readonly string[]): boolean {
  return images.some((image) => parseImageReference(image)?.digest === undefined);
}
