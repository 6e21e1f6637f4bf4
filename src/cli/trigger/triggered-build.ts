import type { Build } from '../../core/api/kpack/build.ts';
import { numberOf, outcomeOf } from '../../core/images/build-history.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { reasonsOf } from '../../core/model/image-metadata.ts';
import { asImage } from '../../core/model/objects/image.ts';
import { statusConditionOf } from '../../core/model/conditions.ts';
import { historyOf } from '../image-builds.ts';
import type { Observed } from '../wait/wait-for-build.ts';
import type { Awaited } from '../wait/wait-until.ts';
import { failure } from '../problems.ts';

/**
 * Finds the Build that a trigger on `newest` has caused. `missed`: another Build came first, or the annotated Build was deleted,
 * so that the controller has not seen the trigger.
 */
export function triggeredBuild(image: KubeObject, now: Observed, newest: Build): Awaited<KubeObject | 'missed'> {
  const { name } = image.metadata;
  if (!now.isListed) return { kind: 'pending', doing: nextDoing(image) };
  if (now.image === undefined) throw failure(`Image ${name} was deleted before the triggered Build had started`);
  const { builds } = historyOf(image, now.builds);
  const later = builds.filter((build) => (numberOf(build) ?? 0) > (numberOf(newest) ?? 0));
  const triggered = later.find(isTriggered);
  const object = now.builds.find(({ metadata }) => metadata['uid'] === triggered?.metadata.uid);
  if (object !== undefined) return { kind: 'done', value: object };
  const isLost = later.length > 0 || !builds.some((build) => isSame(build, newest));
  if (isLost) return { kind: 'done', value: 'missed' };
  return stateOfNext(now.image, builds);
}

/** The reasons of the condition Ready for which the controller creates no Build until someone acts. */
const STUCK_REASONS: ReadonlySet<string | undefined> = new Set(['BuilderNotFound', 'BuildNotCreated']);

/** Returns what the next Build of an Image waits for. `stuck`: the controller creates none until someone acts. */
export function stateOfNext(image: KubeObject, builds: readonly Build[]): Awaited<never> {
  const { status, reason, message } = statusConditionOf(image, 'Ready') ?? {};
  const doing = nextDoing(image);
  const { metadata, status: written } = asImage(image);
  const isOutdated = (written.observedGeneration ?? 0) < (metadata.generation ?? 0);
  const isRunning = builds.some((build) => outcomeOf(build) === 'Unknown');
  if (status !== 'False' || !STUCK_REASONS.has(reason) || isRunning || isOutdated) return { kind: 'pending', doing };
  return { kind: 'stuck', doing, error: failure(`Image ${image.metadata.name} gets no Build: ${message ?? ''}`) };
}

/** The condition Ready of an Image whose newest Build has ended says nothing about the next Build. */
const ENDED_REASONS: ReadonlySet<string | undefined> = new Set([undefined, 'UpToDate', 'BuildFailed']);

/** Returns what the next Build of an Image waits for. */
function nextDoing(image: KubeObject): string {
  const { reason, message = reason } = statusConditionOf(image, 'Ready') ?? {};
  const { name } = image.metadata;
  if (ENDED_REASONS.has(reason)) return `Image ${name}: waits for its next Build`;
  // kpack's messages begin with "Error: " even if the Image only waits, such as for the new source.
  return `Image ${name}: ${message?.replace(/^Error: /, '')}`;
}

/** True if both are the same Build. */
export function isSame(one: Build, other: Build): boolean {
  return one.metadata.uid === other.metadata.uid;
}

/** True if a trigger is among the reasons of a Build. */
export function isTriggered({ metadata }: Build): boolean {
  return reasonsOf(metadata).split(',').includes('TRIGGER');
}
