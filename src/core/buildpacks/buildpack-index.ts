import { closestMatch } from '../model/closest-match.ts';
import { type Buildpack, childrenOf } from './buildpack.ts';
import type { BuildpackSource, Resource } from './buildpack-source.ts';
import { groupBy } from '../model/group-by.ts';
import type { Offer } from './offer.ts';

/** Looks up the buildpacks that a builder may use. */
export interface BuildpackIndex {
  /** Returns the offers with this id, in no order. Every call returns the same objects. */
  offers(id: string): readonly Offer[];
  /** Returns the most similar id that is offered, for "did you mean"; `undefined` if none is similar. */
  similarId(id: string): string | undefined;
  source(kind: Resource['kind'], name: string): BuildpackSource | undefined;
  /** Returns the buildpacks that no other buildpack of the source contains. Finds them once for each source. */
  roots(source: BuildpackSource): readonly Buildpack[];
}

/** A range of adjacent buildpacks with one id in one source. Statuses are sorted by id, so there are few ranges. */
interface Run {
  readonly source: BuildpackSource;
  readonly start: number;
  readonly end: number;
}

/** Ids have long prefixes in common, so ids that differ more are different buildpacks. */
const MAX_MISSPELT_CHARACTERS = 2;

/** The most ids that all unknown ids of an order are compared with. Each takes up to 15 µs, and the event loop waits. */
const MAX_COMPARISONS = 3_000;

/** Indexes the buildpacks of the sources by id. Creates offers only for the ids that are looked up. */
export function indexBuildpacks(sources: readonly BuildpackSource[]): BuildpackIndex {
  const runs = runsById(sources);
  const kinds = groupBy(sources, ({ resource }) => resource.kind);
  const named = new Map(
    [...kinds].map(([kind, some]) => [kind, new Map(some.map((source) => [source.resource.name, source]))]),
  );
  const known = new Map<string, readonly Offer[]>();
  const knownRoots = new Map<BuildpackSource, readonly Buildpack[]>();
  let comparisonsLeft = MAX_COMPARISONS;
  return {
    similarId(id) {
      comparisonsLeft -= runs.size;
      return comparisonsLeft < 0
        ? undefined
        : closestMatch(id, [...runs.keys()], Math.min(MAX_MISSPELT_CHARACTERS, Math.floor(id.length / 3)));
    },
    offers(id) {
      const offers = known.get(id) ?? (runs.get(id) ?? []).flatMap(offersOf);
      known.set(id, offers);
      return offers;
    },
    source: (kind, name) => named.get(kind)?.get(name),
    roots(source) {
      const roots = knownRoots.get(source) ?? rootsOf(source.buildpacks);
      knownRoots.set(source, roots);
      return roots;
    },
  };
}

function runsById(sources: readonly BuildpackSource[]): ReadonlyMap<string, readonly Run[]> {
  const runs = new Map<string, Run[]>();
  for (const source of sources) {
    for (let start = 0; start < source.buildpacks.length;) {
      const run = runFrom(source, start);
      const id = source.buildpacks[start]?.id ?? '';
      const others = runs.get(id);
      if (others === undefined) runs.set(id, [run]);
      else others.push(run);
      start = run.end;
    }
  }
  return runs;
}

function runFrom(source: BuildpackSource, start: number): Run {
  const { buildpacks } = source;
  const id = buildpacks[start]?.id;
  let end = start + 1;
  while (end < buildpacks.length && buildpacks[end]?.id === id) end += 1;
  return { source, start, end };
}

function offersOf({ source, start, end }: Run): readonly Offer[] {
  return source.buildpacks.slice(start, end).map((buildpack) => ({ buildpack, resource: source.resource }));
}

/** Returns the buildpacks that no other buildpack of the package contains, regardless of version (kpack, NewTree). */
function rootsOf(buildpacks: readonly Buildpack[]): readonly Buildpack[] {
  const used = new Set(buildpacks.flatMap(childrenOf).map(({ id }) => id));
  return buildpacks.filter(({ id }) => !used.has(id));
}
