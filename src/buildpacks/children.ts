import { childrenOf, type Child } from './buildpack.ts';
import { choose } from './choose.ts';
import { areOfOnePackage, formatOffer, type Offer } from './offer.ts';
import type { Refuse } from './refuse.ts';
import type { Universe } from './universe.ts';

/** What a meta-buildpack is made of, and what is wrong with it. */
export interface Children {
  readonly offers: readonly Offer[];
  readonly problems: readonly { readonly message: string; readonly details?: string }[];
}

/** Looks children up, each parent once however many orders it is in. */
export function childrenIn(universe: Universe): (parent: Offer) => Children {
  const known = new Map<Offer, Children>();
  return (parent) => {
    const children = known.get(parent) ?? findChildren(parent, universe);
    known.set(parent, children);
    return children;
  };
}

function findChildren(parent: Offer, universe: Universe): Children {
  const problems: { message: string; details?: string }[] = [];
  const refuse: Refuse = (message, more) => {
    const details = [`in the order of ${formatOffer(parent)}`, ...(more === undefined ? [] : [more])].join('; ');
    problems.push({ message, details });
    return undefined;
  };
  const offers = childrenOf(parent.buildpack).flatMap((child) => findChild(child, parent, universe, refuse) ?? []);
  return { offers, problems };
}

/**
 * The child in its parent's package, which was tested with it; elsewhere only where it is not there. kpack looks
 * everywhere at once. The lifecycle finds a child by its version's text, so a range is none here.
 */
function findChild({ id, version = '' }: Child, parent: Offer, universe: Universe, refuse: Refuse): Offer | undefined {
  const everywhere = universe.offers(id).filter(({ buildpack }) => version === '' || buildpack.version === version);
  const inPackage = everywhere.filter((offer) => areOfOnePackage(offer, parent));
  const candidates = inPackage.length > 0 ? inPackage : everywhere;
  if (candidates.length > 0) return choose(candidates, version, refuse)?.chosen;
  if (version === '' || universe.offers(id).length === 0) {
    return refuse(`could not find buildpack with id '${id}'`);
  }
  return refuse(`could not find buildpack with id '${id}' and version '${version}'`);
}
