import { type BuilderScope, usableSources } from './buildpack-source.ts';
import { candidatesOf } from './candidates.ts';
import { type Choice, selectBuildpack } from './select-buildpack.ts';
import { checkCompatibility } from './check-compatibility.ts';
import { builderContents } from './builder-contents.ts';
import { type PlacedEntry, readOrder } from './order-entry.ts';
import { problemList } from './problem-list.ts';
import type { Resolution, ResolutionRequest, ResolvedOrder } from './resolution.ts';
import { type BuildpackIndex, indexBuildpacks } from './buildpack-index.ts';

interface FoundEntry extends PlacedEntry {
  readonly choice: Choice;
}

/** Resolves the order of a Builder or ClusterBuilder to buildpacks. Reports all problems at once. */
export function resolveOrder(request: ResolutionRequest): Resolution {
  const problems = problemList();
  const placed = readOrder(request.order, problems);
  const references = placed.map(({ reference }) => reference);
  const index = indexBuildpacks(usableSources(request.sources, request.builder, references));
  const found = placed.flatMap((entry) => findEntry(entry, index, request.builder));
  const contents = builderContents(
    found.map(({ choice, report }) => ({ root: choice.chosen, report })),
    index,
  );
  checkCompatibility(contents, request, problems);
  const entries = found.map(({ path, choice }) => ({ path, ...choice }));
  const [first, ...others] = problems.all();
  if (first !== undefined) return { kind: 'refused', entries, problems: [first, ...others] };
  const buildpacks = contents.map(({ offer }) => offer);
  return { kind: 'resolved', entries, buildpacks, order: orderOf(request.order.length, found) };
}

function findEntry(placed: PlacedEntry, index: BuildpackIndex, builder: BuilderScope): readonly FoundEntry[] {
  const { reference, entry, report } = placed;
  const candidates = candidatesOf(reference, index, builder, report);
  const choice = candidates && selectBuildpack(candidates, entry.version, report);
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
