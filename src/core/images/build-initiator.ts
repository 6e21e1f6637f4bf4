import type { Build } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import type { BuildInitiator } from '../build-queue/next-in-turn.ts';
import { reasonsOf } from '../model/image-metadata.ts';

/** The reasons that people cause. Builders cause the others, which have a low priority (kpack, pkg/buildchange). */
const CAUSED_BY_PEOPLE: ReadonlySet<string> = new Set(['TRIGGER', 'COMMIT', 'CONFIG']);

/** The reasons of the condition Queued. */
export const QUEUED_REASONS = { people: 'CausedByPeople', builders: 'CausedByBuilder' } as const;

/** A Build that waits, as the condition Queued of its Image describes it. */
export interface QueuedSince {
  readonly initiator: BuildInitiator;
  readonly sinceMs: number;
}

/** Returns who causes a Build with these reasons. */
export function initiatorOf(reasons: readonly string[]): BuildInitiator {
  return reasons.some((reason) => CAUSED_BY_PEOPLE.has(reason)) ? 'people' : 'builders';
}

/** Returns who causes this Build. */
export function initiatorOfBuild({ metadata }: Pick<Build, 'metadata'>): BuildInitiator {
  return initiatorOf(reasonsOf(metadata).split(','));
}

/** Returns since when the next Build of an Image waits; `undefined` if its status does not say so. */
export function queuedSince({ status }: Pick<Image, 'status'>): QueuedSince | undefined {
  const queued = status?.conditions?.find(({ type }) => type === 'Queued');
  const sinceMs = Date.parse(queued?.lastTransitionTime ?? '');
  if (queued?.status !== 'True' || Number.isNaN(sinceMs)) return undefined;
  return { initiator: queued.reason === QUEUED_REASONS.people ? 'people' : 'builders', sinceMs };
}
