import { compareTexts } from '../model/compare-texts.ts';
import type { Build } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import { BUILD_NUMBER_LABEL, IMAGE_GENERATION_LABEL, IMAGE_LABEL } from '../model/image-metadata.ts';

/** The highest number that a Build can have. */
export const MAX_BUILD_NUMBER = 999_999_999_999_999;

/** The Builds of an Image, oldest first. */
export interface BuildHistory {
  readonly builds: readonly Build[];
  readonly newest: Build | undefined;
  /** A Build without an end, also if its label has no number. An Image has at most one. */
  readonly unfinished: Build | undefined;
  /** The highest number that a Build of the Image has or had; 0 if there was none. */
  readonly number: number;
}

type Identified = Pick<Image, 'metadata' | 'status'>;

/**
 * Returns the history of an Image. The number orders the Builds, because timestamps have whole seconds and clocks are set back. A
 * Build of an earlier Image with the same name does not belong to it. A Build without a number counts only until it has an end.
 */
export function buildHistory(image: Identified, builds: readonly Build[]): BuildHistory {
  const named = builds.filter((build) => isNamedAfter(image, build));
  const counted = named
    .filter((build) => isCounted(image, build))
    .toSorted((a, b) => (numberOf(a) ?? 0) - (numberOf(b) ?? 0) || compareTexts(a.metadata.name, b.metadata.name));
  const own = counted.filter((build) => numberOf(build) !== undefined);
  return {
    builds: own,
    newest: own.at(-1),
    unfinished: counted.findLast((build) => outcomeOf(build) === 'Unknown'),
    number: named.reduce((most, build) => Math.max(most, numberOf(build) ?? 0), image.status?.buildCounter ?? 0),
  };
}

/** True if a Build is in the history of an Image, or keeps the Image from its next Build. */
export function belongsTo(image: Identified, build: Build): boolean {
  return isNamedAfter(image, build) && isCounted(image, build);
}

function isCounted({ metadata }: Identified, build: Build): boolean {
  const owner = build.metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (numberOf(build) !== undefined) return owner === undefined || owner.uid === metadata.uid;
  // Anybody who may create Builds can write the label with the name of the Image.
  return outcomeOf(build) === 'Unknown' && owner !== undefined && owner.uid === metadata.uid;
}

/** Returns the oldest finished Builds above the history limits of an Image. A Build that is being deleted does not count. */
export function excessBuilds({ spec }: Image, { builds }: BuildHistory): readonly Build[] {
  const kept = builds.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const oldest = (outcome: string, limit: number): readonly Build[] => {
    const ended = kept.filter((build) => outcomeOf(build) === outcome);
    // Without its newest Build, an Image is built again: with the limit 0, it would be built endlessly.
    return ended.slice(0, Math.max(0, ended.length - Math.max(1, limit)));
  };
  return [...oldest('False', spec.failedBuildHistoryLimit), ...oldest('True', spec.successBuildHistoryLimit)];
}

/** Returns the status of the condition Succeeded. Without the condition, the Build runs or will run. */
export function outcomeOf({ status }: { readonly status?: Build['status'] }): string {
  return succeededOf(status)?.status ?? 'Unknown';
}

/** Returns the condition Succeeded. */
export function succeededOf(status: Build['status']) {
  return status?.conditions?.find(({ type }) => type === 'Succeeded');
}

/** Returns the generation of the Image for which a Build was created, or 0 if its label does not say. */
export function imageGenerationOf({ metadata }: Build): number {
  return wholeNumber(metadata.labels?.[IMAGE_GENERATION_LABEL]) ?? 0;
}

/** Returns the number of a Build of an Image; `undefined` if its label has none. */
export function numberOf({ metadata }: Build): number | undefined {
  return wholeNumber(metadata.labels?.[BUILD_NUMBER_LABEL]);
}

function wholeNumber(label = ''): number | undefined {
  return /^\d{1,15}$/.test(label) ? Number(label) : undefined;
}

function isNamedAfter({ metadata }: Identified, { metadata: { labels, namespace } }: Build): boolean {
  return labels?.[IMAGE_LABEL] === metadata.name && namespace === metadata.namespace;
}
