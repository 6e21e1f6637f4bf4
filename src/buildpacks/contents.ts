import { blame, type Entry } from './blame.ts';
import { childrenIn } from './children.ts';
import { formatCycle } from './cycle.ts';
import { grouped } from './grouped.ts';
import { compareOffers, formatDisagreement, formatOffer, groupedByDiffId, type Offer } from './offer.ts';
import type { Refuse } from './refuse.ts';
import type { Universe } from './universe.ts';
import { walk } from './walk.ts';

/** A buildpack that the builder must contain. */
export interface Content {
  readonly offer: Offer;
  /** Takes a problem of it, for every order entry that leads to it. */
  readonly refuse: Refuse;
}

/** Everything that the entries stand for: children before their parents, and each `id@version` once. */
export function contentsOf(entries: readonly Entry[], universe: Universe): readonly Content[] {
  const children = childrenIn(universe);
  const offersBelow = (parent: Offer): readonly Offer[] => children(parent).offers;
  const roots = entries.map(({ root }) => root);
  const { nodes, cycles } = walk(roots, offersBelow);
  const refuseFor = blame(entries, nodes, offersBelow);
  for (const offer of nodes) {
    for (const { message, details } of children(offer).problems) refuseFor([offer])(message, details);
  }
  for (const cycle of cycles) {
    refuseFor(cycle)(`a buildpack is in its own order: ${formatCycle(cycle.map(formatOffer))}`);
  }
  return [...grouped(nodes, formatOffer)].flatMap(([name, offers]) => contentOf(name, offers, refuseFor(offers)));
}

/** A builder has one directory for an id and version, so one layer. Two entries may still mean different ones. */
function contentOf(name: string, offers: readonly Offer[], refuse: Refuse): readonly Content[] {
  const sorted = offers.toSorted(compareOffers);
  const groups = groupedByDiffId(sorted);
  if (groups.length > 1) {
    refuse(`a builder holds only one buildpack ${name}, and the order needs several: ${formatDisagreement(groups)}`);
  }
  return sorted.slice(0, 1).map((offer) => ({ offer, refuse }));
}
