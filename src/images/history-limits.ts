import type { Build } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import { outcomeOf, type BuildHistory } from './build-history.ts';

/** Returns the oldest finished Builds above the history limits of an Image. A Build that is being deleted does not count. */
export function excessBuilds({ spec }: Image, { builds }: BuildHistory): readonly Build[] {
  const kept = builds.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const oldest = (outcome: string, limit: number): readonly Build[] => {
    const ended = kept.filter((build) => outcomeOf(build) === outcome);
    return ended.slice(0, Math.max(0, ended.length - limit));
  };
  return [...oldest('False', spec.failedBuildHistoryLimit), ...oldest('True', spec.successBuildHistoryLimit)];
}
