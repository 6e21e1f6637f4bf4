import { groupBy } from '../model/group-by.ts';
import { compareResources, formatResource, type Resource } from './buildpack-source.ts';
import { type Buildpack, formatBuildpack } from './buildpack.ts';
import { compareTexts } from '../model/compare-texts.ts';

/** A buildpack and the resource that provides it. */
export interface Offer {
  readonly buildpack: Buildpack;
  readonly resource: Resource;
}

/** Compares offers by precedence. Only identical offers are equal, so that sorting is deterministic. */
export function compareOffers(a: Offer, b: Offer): number {
  if (a.resource !== b.resource) {
    const difference = compareResources(a.resource, b.resource);
    if (difference !== 0) return difference;
  }
  for (const key of ['image', 'version', 'diffId', 'digest'] as const) {
    const difference = compareTexts(a.buildpack[key] ?? '', b.buildpack[key] ?? '');
    if (difference !== 0) return difference;
  }
  return compareTexts(JSON.stringify(a.buildpack), JSON.stringify(b.buildpack));
}

/** Groups offers by their package: the resource, and the image in it. */
export function groupByPackage(
  offers: readonly Offer[],
): ReadonlyMap<Resource, ReadonlyMap<string | undefined, readonly Offer[]>> {
  const resources = [...groupBy(offers, ({ resource }) => resource)];
  return new Map(resources.map(([resource, some]) => [resource, groupBy(some, ({ buildpack }) => buildpack.image)]));
}

/** Groups offers by the digest of their layer. One group means that all resources provide the same buildpack. */
export function groupByDiffId(offers: readonly Offer[]): readonly (readonly Offer[])[] {
  return [...groupBy(offers, ({ buildpack }) => buildpack.diffId).values()];
}

/**
 * Formats groups of offers with different layers: `sha256:… of ClusterStore default and image example.com/java`. Adds the
 * images of resources that are in several groups.
 */
export function formatDisagreement(groups: readonly (readonly Offer[])[]): string {
  const resources = groups.flatMap((group) => [...new Set(group.map(({ resource }) => formatResource(resource)))]);
  const isClear = new Set(resources).size === resources.length;
  return groups
    .map((group) => {
      const names = new Set(group.map((offer) => (isClear ? formatResource(offer.resource) : withImage(offer))));
      return `${group[0]?.buildpack.diffId} of ${[...names].join(' and ')}`;
    })
    .join(', ');
}

function withImage({ buildpack: { image }, resource }: Offer): string {
  return image === undefined ? formatResource(resource) : `${formatResource(resource)} (${image})`;
}

/** Formats the buildpack of an offer as `id@version`. */
export function formatOffer({ buildpack }: Offer): string {
  return formatBuildpack(buildpack);
}
