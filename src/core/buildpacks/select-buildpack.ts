import { groupBy } from '../model/group-by.ts';
import { selectVersion, type SelectedVersion, sortVersions, type Why } from './select-version.ts';
import { compareOffers, formatDisagreement, formatOffer, groupByDiffId, type Offer } from './offer.ts';
import type { ReportProblem } from './problem-list.ts';

/** The selected buildpack and the explanation of the selection. */
export interface Choice {
  readonly chosen: Offer;
  readonly why: Why;
  /** The candidates that were not selected, highest version first. */
  readonly considered: readonly Considered[];
}

/**
 * A candidate that was not selected. `same`: the same buildpack from another resource. `lower`: a lower version that also
 * matches. `other`: a version that does not match.
 */
export interface Considered extends Offer {
  readonly because: 'same' | 'lower' | 'other';
}

/** Selects the candidate with the wanted version, or with the highest version. All candidates have one id. */
export function selectBuildpack(
  candidates: readonly Offer[],
  wanted: string | undefined,
  report: ReportProblem,
): Choice | undefined {
  const byVersion = groupBy(candidates, ({ buildpack }) => buildpack.version);
  const ranking = sortVersions(byVersion.keys());
  const version = selectVersion(candidates[0]?.buildpack.id ?? '', ranking, wanted, report);
  if (version === undefined) return undefined;
  const chosen = sameBuildpack(byVersion.get(version.version) ?? [], report);
  if (chosen === undefined) return undefined;
  const ranked = ranking.texts.map((text) => byVersion.get(text) ?? []);
  return { chosen, why: version.why, considered: considered(ranked, chosen, version) };
}

/**
 * Returns the offer with the highest precedence. Reports offers with different layers as an error (kpack's RFC 0009).
 */
function sameBuildpack(offers: readonly Offer[], report: ReportProblem): Offer | undefined {
  const groups = groupByDiffId(offers.toSorted(compareOffers));
  const [chosen] = groups[0] ?? [];
  if (chosen === undefined || groups.length === 1) return chosen;
  return report(`buildpack ${formatOffer(chosen)} differs between resources: ${formatDisagreement(groups)}`);
}

/** Lists the candidates that were not selected. A plain loop, because large orders spend most of their time here. */
function considered(
  ranked: readonly (readonly Offer[])[],
  chosen: Offer,
  { version, lower }: SelectedVersion,
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
