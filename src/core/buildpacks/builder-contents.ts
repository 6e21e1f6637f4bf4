import { entryReporter, type EntryRoot, formatCycle, traverse } from './buildpack-graph.ts';
import type { BuildpackIndex } from './buildpack-index.ts';
import { type Child, childrenOf } from './buildpack.ts';
import { compareOffers, formatDisagreement, formatOffer, groupByDiffId, groupByPackage, type Offer } from './offer.ts';
import { groupBy } from '../model/group-by.ts';
import type { Resource } from './buildpack-source.ts';
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
  const find: FindChild = { offersOf: offersByVersion(index), ofPackage: offersByPackage(), select: selections() };
  return (parent) => {
    const children = known.get(parent) ?? findChildren(parent, find);
    known.set(parent, children);
    return children;
  };
}

/**
 * How children are found. An untrusted image has up to 1,000 buildpacks, and each can name each of the others, so all functions
 * remember their results.
 */
interface FindChild {
  readonly offersOf: OffersOf;
  /** Returns those of the offers that are in the package of the parent. */
  readonly ofPackage: (offers: readonly Offer[], parent: Offer) => readonly Offer[];
  readonly select: (candidates: readonly Offer[], version: string) => Selection;
}

/** Returns the offers with an id and a version; with any version if the version is empty. */
type OffersOf = (id: string, version: string) => readonly Offer[];

/** A buildpack, or the problems of selecting one. */
interface Selection {
  readonly offer: Offer | undefined;
  readonly problems: Children['problems'];
}

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

function offersByPackage(): FindChild['ofPackage'] {
  const known = new Map<readonly Offer[], ReadonlyMap<Resource, ReadonlyMap<string | undefined, readonly Offer[]>>>();
  return (offers, { resource, buildpack }) => {
    const packages = known.get(offers) ?? groupByPackage(offers);
    known.set(offers, packages);
    return packages.get(resource)?.get(buildpack.image) ?? [];
  };
}

function selections(): FindChild['select'] {
  const known = new Map<readonly Offer[], Selection>();
  return (candidates, version) => {
    const selection = known.get(candidates) ?? selectionFrom(candidates, version);
    // Offers with different versions are candidates only if no version is wanted.
    known.set(candidates, selection);
    return selection;
  };
}

function selectionFrom(candidates: readonly Offer[], version: string): Selection {
  const problems: { message: string; details?: string }[] = [];
  const choice = selectBuildpack(candidates, version, (message, details) => {
    problems.push({ message, ...(details !== undefined && { details }) });
    return undefined;
  });
  return { offer: choice?.chosen, problems };
}

function findChildren(parent: Offer, find: FindChild): Children {
  // An order can name a child several times, and must not be searched for it several times.
  const wanted = new Map(childrenOf(parent.buildpack).map((child) => [`${child.version ?? ''} ${child.id}`, child]));
  const found = [...wanted.values()].map((child) => findChild(child, parent, find));
  const place = `in the order of ${formatOffer(parent)}`;
  return {
    offers: found.flatMap(({ offer }) => offer ?? []),
    problems: found
      .flatMap(({ problems }) => problems)
      .map(({ message, details }) => ({ message, details: details === undefined ? place : `${place}; ${details}` })),
  };
}

/**
 * Finds a child in the package of its parent, because both were tested together. Searches all sources only if the package
 * lacks the child. kpack always searches all sources. The version must match exactly, because the lifecycle compares
 * its text.
 */
function findChild({ id, version = '' }: Child, parent: Offer, { offersOf, ofPackage, select }: FindChild): Selection {
  const everywhere = offersOf(id, version);
  const inPackage = ofPackage(everywhere, parent);
  const candidates = inPackage.length > 0 ? inPackage : everywhere;
  if (candidates.length > 0) return select(candidates, version);
  const named = `could not find buildpack with id '${id}'`;
  const isKnown = version !== '' && offersOf(id, '').length > 0;
  return { offer: undefined, problems: [{ message: isKnown ? `${named} and version '${version}'` : named }] };
}
