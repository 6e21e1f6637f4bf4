import { sourcesInReach, type BuilderScope } from './builder-scope.ts';
import { candidatesOf } from './candidates.ts';
import type { Choice } from './choice.ts';
import { choose } from './choose.ts';
import { checkCompatibility } from './compatibility/check-compatibility.ts';
import { contentsOf } from './contents.ts';
import { readOrder, type PlacedEntry } from './order-entries.ts';
import { problemList } from './problem-list.ts';
import type { Resolution, ResolutionRequest, ResolvedOrder } from './resolution.ts';
import { universeOf, type Universe } from './universe.ts';

interface FoundEntry extends PlacedEntry {
  readonly choice: Choice;
}

/** Finds the buildpacks that an order means, for Builders, ClusterBuilders and files alike; all problems at once. */
export function resolveOrder(request: ResolutionRequest): Resolution {
  const problems = problemList();
  const placed = readOrder(request.order, problems);
  const references = placed.map(({ reference }) => reference);
  const universe = universeOf(sourcesInReach(request.sources, request.builder, references));
  const found = placed.flatMap((entry) => findEntry(entry, universe, request.builder));
  const contents = contentsOf(
    found.map(({ choice, refuse }) => ({ root: choice.chosen, refuse })),
    universe,
  );
  checkCompatibility(contents, request, problems);
  const entries = found.map(({ path, choice }) => ({ path, ...choice }));
  const [first, ...others] = problems.all();
  if (first !== undefined) return { kind: 'refused', entries, problems: [first, ...others] };
  const buildpacks = contents.map(({ offer }) => offer);
  return { kind: 'resolved', entries, buildpacks, order: orderOf(request.order.length, found) };
}

function findEntry(placed: PlacedEntry, universe: Universe, builder: BuilderScope): readonly FoundEntry[] {
  const { reference, entry, refuse } = placed;
  const candidates = candidatesOf(reference, universe, builder, refuse);
  const choice = candidates && choose(candidates, entry.version, refuse);
  return choice === undefined ? [] : [{ ...placed, choice }];
}

function orderOf(groups: number, found: readonly FoundEntry[]): ResolvedOrder {
  const order = Array.from({ length: groups }, () => ({ group: [] as ResolvedOrder[number]['group'][number][] }));
  for (const { group, entry, choice } of found) {
    const { id, version } = choice.chosen.buildpack;
    order[group]?.group.push({ id, version, ...(entry.optional === true && { optional: true as const }) });
  }
  return order;
}
