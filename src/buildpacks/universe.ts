import { grouped } from './grouped.ts';
import type { Offer } from './offer.ts';
import type { BuildpackSource, Resource } from './source.ts';

/** All buildpacks in reach. */
export interface Universe {
  /** Those with this id, in no order: the same objects each time. */
  offers(id: string): readonly Offer[];
  source(kind: Resource['kind'], name: string): BuildpackSource | undefined;
}

/** Neighbours with one id in one source: statuses are sorted by id, so this is much shorter than the buildpacks are. */
interface Run {
  readonly source: BuildpackSource;
  readonly start: number;
  readonly end: number;
}

/** Indexes the sources by id. It looks at each buildpack once, and makes objects only of those that are asked for. */
export function universeOf(sources: readonly BuildpackSource[]): Universe {
  const runs = runsById(sources);
  const kinds = grouped(sources, ({ resource }) => resource.kind);
  const named = new Map([...kinds].map(([kind, some]) => [kind, byName(some)]));
  const known = new Map<string, readonly Offer[]>();
  return {
    offers(id) {
      const offers = known.get(id) ?? (runs.get(id) ?? []).flatMap(offersOf);
      known.set(id, offers);
      return offers;
    },
    source: (kind, name) => named.get(kind)?.get(name),
  };
}

function byName(sources: readonly BuildpackSource[]): ReadonlyMap<string, BuildpackSource> {
  return new Map(sources.map((source) => [source.resource.name, source]));
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
