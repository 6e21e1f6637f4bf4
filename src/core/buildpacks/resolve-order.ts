import { type BuilderScope, type Resource, usableSources } from './buildpack-source.ts';
import { candidatesOf } from './candidates.ts';
import { type Choice, selectBuildpack } from './select-buildpack.ts';
import { checkCompatibility } from './check-compatibility.ts';
import { builderContents } from './builder-contents.ts';
import { type LocatedEntry, readOrder } from './order-entry.ts';
import { problemList } from './problem-list.ts';
import type { Buildpack } from './buildpack.ts';
import { groupBy } from '../model/group-by.ts';
import { compareOffers, type Offer } from './offer.ts';
import type { Resolution, ResolutionRequest, ResolvedOrder } from './resolution.ts';
import { type BuildpackIndex, indexBuildpacks } from './buildpack-index.ts';

interface FoundEntry extends LocatedEntry {
  readonly choice: Choice;
}

/** Resolves the order of a Builder or ClusterBuilder to buildpacks. Reports all problems at once. */
export function resolveOrder(request: ResolutionRequest): Resolution {
  const problems = problemList();
  const placed = readOrder(request.order, problems);
  const references = placed.map(({ reference }) => reference);
  const index = indexBuildpacks(usableSources(request.sources, request.builder, references));
  const found = findEntries(placed, index, request.builder);
  const contents = builderContents(
    found.map(({ choice, report }) => ({ root: choice.chosen, report })),
    index,
  );
  checkCompatibility(contents, request, problems);
  const entries = found.map(({ path, choice }) => ({ path, ...choice }));
  const [first, ...others] = problems.all();
  if (first !== undefined) return { kind: 'refused', entries, problems: [first, ...others] };
  const alsoIn = otherResources(index);
  const buildpacks = contents.map(({ offer }) => ({ ...offer, alsoIn: alsoIn(offer) }));
  return { kind: 'resolved', entries, buildpacks, order: orderOf(request.order.length, found) };
}

/**
 * The most versions that all entries of an order select from. Each takes about 1 µs, and the event loop waits. 100 entries
 * with 500 versions each have as many.
 */
const MAX_CANDIDATES = 50_000;

/** A range with more alternatives takes longer. So many of its characters count as one more version for each version. */
const RANGE_CHARACTERS = 16;

/** Finds the buildpacks of the entries. Stops with a problem at the entry that exceeds the limit. */
function findEntries(
  placed: readonly LocatedEntry[],
  index: BuildpackIndex,
  builder: BuilderScope,
): readonly FoundEntry[] {
  const found: FoundEntry[] = [];
  let candidatesLeft = MAX_CANDIDATES;
  for (const each of placed) {
    const { reference, entry, report } = each;
    const candidates = candidatesOf(reference, index, builder, report);
    if (candidates === undefined) continue;
    const weight = 1 + Math.floor((entry.version ?? '').length / RANGE_CHARACTERS);
    candidatesLeft -= weight * index.offers(candidates[0]?.buildpack.id ?? '').length;
    if (candidatesLeft < 0) {
      report(
        `the entries up to this one select from more than ${MAX_CANDIDATES} versions of buildpacks: use fewer entries, or delete old versions from the stores`,
      );
      break;
    }
    const choice = selectBuildpack(candidates, entry.version, report);
    if (choice !== undefined) found.push({ ...each, choice });
  }
  return found;
}

/**
 * Returns a function that finds the other resources with a buildpack. Packages may share children, so several resources may offer one
 * layer. RFC 0009 of kpack asks for an error. The function groups the offers of each id once: a builder can contain hundreds of versions.
 */
function otherResources(index: BuildpackIndex): (offer: Offer) => readonly Resource[] {
  const known = new Map<string, ReadonlyMap<string, readonly Offer[]>>();
  return ({ buildpack: { id, version, diffId }, resource }) => {
    const layers = known.get(id) ?? groupBy(index.offers(id), (other) => layerKey(other.buildpack));
    known.set(id, layers);
    const same = (layers.get(layerKey({ version, diffId })) ?? []).toSorted(compareOffers);
    return [...new Set(same.map((other) => other.resource))].filter((other) => other !== resource);
  };
}

function layerKey({ version, diffId }: Pick<Buildpack, 'version' | 'diffId'>): string {
  return `${version} ${diffId}`;
}

function orderOf(groups: number, found: readonly FoundEntry[]): ResolvedOrder {
  const order = Array.from({ length: groups }, () => ({ group: [] as ResolvedOrder[number]['group'][number][] }));
  for (const { group, entry, choice } of found) {
    const { id, version } = choice.chosen.buildpack;
    order[group]?.group.push({ id, version, ...(entry.optional === true && { optional: true as const }) });
  }
  return order;
}
