import { formatBuildpack, type Buildpack } from '../../buildpacks/buildpack.ts';
import { compareTexts } from '../../buildpacks/compare-texts.ts';
import type { Offer } from '../../buildpacks/offer.ts';

/** The buildpacks as kpack lays them down: the largest first, so that what changes often is above; then by name, last first. */
export function sortedBuildpacks(offers: readonly Offer[]): readonly Buildpack[] {
  return offers
    .map(({ buildpack }) => buildpack)
    .toSorted((one, other) => other.size - one.size || compareTexts(formatBuildpack(other), formatBuildpack(one)));
}
