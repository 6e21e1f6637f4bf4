import { formatBuildpack, type Buildpack } from './buildpack.ts';
import { compareTexts } from './compare-texts.ts';
import { grouped } from './grouped.ts';
import { compareResources, formatResource, type Resource } from './source.ts';

/** A buildpack and who has it. */
export interface Offer {
  readonly buildpack: Buildpack;
  readonly resource: Resource;
}

/** The order in which offers of one buildpack are asked; none is equal to another that differs from it. */
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

/** Whether both lie in one package: the same image of the same resource. */
export function areOfOnePackage(a: Offer, b: Offer): boolean {
  return a.resource === b.resource && a.buildpack.image === b.buildpack.image;
}

/** The offers by the bytes that they offer; one group unless resources disagree. */
export function groupedByDiffId(offers: readonly Offer[]): readonly (readonly Offer[])[] {
  return [...grouped(offers, ({ buildpack }) => buildpack.diffId).values()];
}

/** `sha256:… of ClusterStore default and image example.com/java`, for each of the groups; with images where it takes them. */
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

/** `id@version` of what is offered. */
export function formatOffer({ buildpack }: Offer): string {
  return formatBuildpack(buildpack);
}
