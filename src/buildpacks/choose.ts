import type { Choice, Considered } from './choice.ts';
import { chooseVersion, type ChosenVersion } from './choose-version.ts';
import { grouped } from './grouped.ts';
import { compareOffers, formatDisagreement, formatOffer, groupedByDiffId, type Offer } from './offer.ts';
import { rank } from './ranking.ts';
import type { Refuse } from './refuse.ts';

/** The one buildpack of the candidates, all of one id, that has the version wanted or the highest. */
export function choose(candidates: readonly Offer[], wanted: string | undefined, refuse: Refuse): Choice | undefined {
  const byVersion = grouped(candidates, ({ buildpack }) => buildpack.version);
  const ranking = rank(byVersion.keys());
  const version = chooseVersion(candidates[0]?.buildpack.id ?? '', ranking, wanted, refuse);
  if (version === undefined) return undefined;
  const chosen = sameBuildpack(byVersion.get(version.version) ?? [], refuse);
  if (chosen === undefined) return undefined;
  const ranked = ranking.texts.map((text) => byVersion.get(text) ?? []);
  return { chosen, why: version.why, considered: considered(ranked, chosen, version) };
}

/** The first of several that offer the same bytes. Different bytes under one name are an error (RFC 0009). */
function sameBuildpack(offers: readonly Offer[], refuse: Refuse): Offer | undefined {
  const groups = groupedByDiffId(offers.toSorted(compareOffers));
  const [chosen] = groups[0] ?? [];
  if (chosen === undefined || groups.length === 1) return chosen;
  return refuse(`buildpack ${formatOffer(chosen)} is not the same everywhere: ${formatDisagreement(groups)}`);
}

/** A plain loop: an order that means hundreds of buildpacks of many versions spends its time here. */
function considered(
  ranked: readonly (readonly Offer[])[],
  chosen: Offer,
  { version, lower }: ChosenVersion,
): readonly Considered[] {
  const others: Considered[] = [];
  const isLower = new Set(lower);
  for (const offers of ranked) {
    for (const offer of offers.length === 1 ? offers : offers.toSorted(compareOffers)) {
      if (offer === chosen) continue;
      const { buildpack, resource } = offer;
      const loser = isLower.has(buildpack.version) ? 'lower' : 'other';
      others.push({ buildpack, resource, because: buildpack.version === version ? 'same' : loser });
    }
  }
  return others;
}
