import type { Offer } from './offer.ts';
import type { Refuse } from './refuse.ts';

/** A buildpack that an order entry stands for. */
export interface Entry {
  readonly root: Offer;
  readonly refuse: Refuse;
}

/** Takes problems of buildpacks for every order entry that leads to one of them, itself or through its children. */
export function blame(
  entries: readonly Entry[],
  nodes: readonly Offer[],
  childrenOf: (parent: Offer) => readonly Offer[],
): (offers: Iterable<Offer>) => Refuse {
  let parents: Parents | undefined;
  return (offers) => (message, details) => {
    parents ??= parentsOf(nodes, childrenOf);
    const above = allAbove(offers, parents);
    for (const { root, refuse } of entries) {
      if (above.has(root)) refuse(message, details);
    }
    return undefined;
  };
}

type Parents = ReadonlyMap<Offer, readonly Offer[]>;

function parentsOf(nodes: readonly Offer[], childrenOf: (parent: Offer) => readonly Offer[]): Parents {
  const parents = new Map<Offer, Offer[]>();
  for (const parent of nodes) {
    for (const child of childrenOf(parent)) {
      const known = parents.get(child);
      if (known === undefined) parents.set(child, [parent]);
      else known.push(parent);
    }
  }
  return parents;
}

function allAbove(offers: Iterable<Offer>, parents: Parents): ReadonlySet<Offer> {
  const above = new Set(offers);
  // A set also yields what is added while it is walked.
  for (const offer of above) {
    for (const parent of parents.get(offer) ?? []) above.add(parent);
  }
  return above;
}
