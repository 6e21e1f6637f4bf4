import { resolveOrder } from '../../../src/core/buildpacks/resolve-order.ts';
import type { Resolution } from '../../../src/core/buildpacks/resolution.ts';
import type { FieldPath } from '../../../src/core/model/problem.ts';
import type { EntryOutcome, Outcome } from './outcome.ts';
import { requestOf } from './request-of.ts';
import type { World } from './world.ts';

/** Returns taskpack's outcome for a builder. */
export function ourOutcome(world: World): Outcome {
  const resolution = resolveOrder(requestOf(world));
  const refusals = resolution.kind === 'refused' ? resolution.problems.map(({ message }) => message) : [];
  const paths = world.builder.spec.order.flatMap(({ group }, place) =>
    group.map((_, index) => ['spec', 'order', place, 'group', index]),
  );
  const entries = paths.map((path) => entryOutcome(resolution, path));
  if (resolution.kind === 'refused') return { entries, refusals };
  const contents = resolution.buildpacks.map(({ buildpack: { id, version, diffId } }) => `${id}@${version} ${diffId}`);
  return { entries, refusals, made: { order: JSON.stringify(resolution.order), contents: contents.toSorted() } };
}

function entryOutcome(resolution: Resolution, path: FieldPath): EntryOutcome {
  const at = String(path);
  const problems = resolution.kind === 'refused' ? resolution.problems : [];
  const refusals = problems
    .filter(({ paths }) => paths.some((one) => String(one) === at))
    .map(({ message }) => message);
  const entry = resolution.entries.find((one) => String(one.path) === at);
  if (entry === undefined) return { refusals };
  const { buildpack, resource } = entry.chosen;
  const { id, version, diffId } = buildpack;
  return { refusals, chosen: `${id}@${version} ${diffId} of ${resource.kind}/${resource.name}` };
}
