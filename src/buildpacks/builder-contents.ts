import { entryReporter, type EntryRoot, formatCycle, traverse } from './buildpack-graph.ts';
import type { BuildpackIndex } from './buildpack-index.ts';
import { type Child, childrenOf } from './buildpack.ts';
import {
  areOfOnePackage,
  compareOffers,
  formatDisagreement,
  formatOffer,
  groupBy,
  groupByDiffId,
  type Offer,
} from './offer.ts';
import type { ReportProblem } from './problem-list.ts';
import { selectBuildpack } from './select-buildpack.ts';

/** A buildpack that the builder image must contain. */
export interface BuilderContent {
  readonly offer: Offer;
  /** Reports a problem of this buildpack for all order entries that need it. */
  readonly report: ReportProblem;
}

/** Returns all buildpacks that the entries need: children before their parents, each `id@version` once. */
export function builderContents(entries: readonly EntryRoot[], index: BuildpackIndex): readonly BuilderContent[] {
  const children = childrenIn(index);
  const offersBelow = (parent: Offer): readonly Offer[] => children(parent).offers;
  const roots = entries.map(({ root }) => root);
  const { nodes, cycles } = traverse(roots, offersBelow);
  const reporterOf = entryReporter(entries, nodes, offersBelow);
  for (const offer of nodes) {
    for (const { message, details } of children(offer).problems) reporterOf([offer])(message, details);
  }
  for (const cycle of cycles) {
    reporterOf(cycle)(`cycle in the orders of buildpacks: ${formatCycle(cycle.map(formatOffer))}`);
  }
  return [...groupBy(nodes, formatOffer)].flatMap(([name, offers]) => builderContent(name, offers, reporterOf(offers)));
}

/**
 * Reports different buildpacks with one id and version, because a builder has one directory for each id and version.
 */
function builderContent(name: string, offers: readonly Offer[], report: ReportProblem): readonly BuilderContent[] {
  const sorted = offers.toSorted(compareOffers);
  const groups = groupByDiffId(sorted);
  if (groups.length > 1) {
    report(
      `the order selects different buildpacks as ${name}, but a builder can contain only one: ${formatDisagreement(groups)}; change the order so that it selects only one of them`,
    );
  }
  return sorted.slice(0, 1).map((offer) => ({ offer, report }));
}

/** The buildpacks in the order of a composite buildpack, and the problems of finding them. */
export interface Children {
  readonly offers: readonly Offer[];
  readonly problems: readonly { readonly message: string; readonly details?: string }[];
}

/** Returns a function that finds the children of a composite buildpack. It finds the children of each parent once. */
function childrenIn(index: BuildpackIndex): (parent: Offer) => Children {
  const known = new Map<Offer, Children>();
  const offersOf = offersByVersion(index);
  return (parent) => {
    const children = known.get(parent) ?? findChildren(parent, offersOf);
    known.set(parent, children);
    return children;
  };
}

/** Returns the offers with an id and a version; with any version if the version is empty. */
type OffersOf = (id: string, version: string) => readonly Offer[];

/** Groups the offers of each id once, because an untrusted order can name one id thousands of times. */
function offersByVersion(index: BuildpackIndex): OffersOf {
  const known = new Map<string, ReadonlyMap<string, readonly Offer[]>>();
  return (id, version) => {
    const offers = index.offers(id);
    if (version === '') return offers;
    const groups = known.get(id) ?? groupBy(offers, ({ buildpack }) => buildpack.version);
    known.set(id, groups);
    return groups.get(version) ?? [];
  };
}

function findChildren(parent: Offer, offersOf: OffersOf): Children {
  const problems: { message: string; details?: string }[] = [];
  const report: ReportProblem = (message, more) => {
    const details = [`in the order of ${formatOffer(parent)}`, ...(more === undefined ? [] : [more])].join('; ');
    problems.push({ message, details });
    return undefined;
  };
  // An order can name a child several times, and must not be searched for it several times.
  const wanted = new Map(childrenOf(parent.buildpack).map((child) => [`${child.version ?? ''} ${child.id}`, child]));
  const offers = [...wanted.values()].flatMap((child) => findChild(child, parent, offersOf, report) ?? []);
  return { offers, problems };
}

/**
 * Finds a child in the package of its parent, because both were tested together. Searches all sources only if the package
 * lacks the child. kpack always searches all sources. The version must match exactly, because the lifecycle compares
 * its text.
 */
function findChild(
  { id, version = '' }: Child,
  parent: Offer,
  offersOf: OffersOf,
  report: ReportProblem,
): Offer | undefined {
  const everywhere = offersOf(id, version);
  const inPackage = everywhere.filter((offer) => areOfOnePackage(offer, parent));
  const candidates = inPackage.length > 0 ? inPackage : everywhere;
  if (candidates.length > 0) return selectBuildpack(candidates, version, report)?.chosen;
  if (version === '' || offersOf(id, '').length === 0) {
    return report(`could not find buildpack with id '${id}'`);
  }
  return report(`could not find buildpack with id '${id}' and version '${version}'`);
}
