import { formatOffer } from '../offer.ts';
import type { Content } from '../contents.ts';
import type { ProblemList } from '../problem-list.ts';
import type { Refuse } from '../refuse.ts';
import type { BaseImages } from './base-images.ts';
import { checkBuildpack } from './check-buildpack.ts';
import { checkNames } from './check-names.ts';
import { checkLifecyclePlatform, checkPlatformApis, checkStackPlatform } from './check-base.ts';

/** Whether all that goes into a builder fits together. */
export function checkCompatibility(contents: readonly Content[], base: BaseImages, problems: ProblemList): void {
  const { lifecycle, stack } = base;
  const ofLifecycle = problems.at(['spec', 'lifecycle']);
  if (stack !== undefined) checkStackPlatform(stack, problems.at(['spec', 'stack']));
  if (lifecycle !== undefined) checkPlatformApis(lifecycle, ofLifecycle);
  if (lifecycle !== undefined && stack !== undefined) checkLifecyclePlatform(lifecycle, stack, ofLifecycle);
  for (const { offer, refuse } of contents) {
    const refuseIt: Refuse = (message, details) =>
      refuse(`validating buildpack ${formatOffer(offer)}: ${message}`, details);
    checkNames(offer.buildpack, refuseIt);
    checkBuildpack(offer.buildpack, base, refuseIt);
  }
}
