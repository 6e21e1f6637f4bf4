import type { OrderEntry } from '../../../../src/core/buildpacks/order-entry.ts';
import { entriesOf, type StatusBuildpack, type World } from '../world.ts';
import { packageOf } from './candidates.ts';
import { mapEntries, type Difference } from './difference.ts';

/** Differences about the root buildpacks of packages. */
export const ROOT_DIFFERENCE: Difference = {
  id: 'roots-without-trees',
  amend: withRootsNamed,
  refusal: {
    words: /^unexpected number of root buildpacks: (\d+)$/,
    holds: (world, [, count]) => entriesOf(world).some((entry) => lacksChild(world, entry, Number(count))),
  },
};

/** Returns the world with the id of the root buildpack added to each entry that names an object only. */
function withRootsNamed(world: World): World {
  return mapEntries(world, (entry) => {
    const [root, ...others] = rootsOf(packageOf(world, entry)?.status.buildpacks);
    const { id = '' } = entry;
    return id !== '' || root === undefined || others.length > 0 ? entry : { ...entry, id: root.id };
  });
}

/** True if kpack crashes on a child that the object lacks before kpack counts the roots. */
function lacksChild(world: World, entry: OrderEntry, count: number): boolean {
  const buildpacks = packageOf(world, entry)?.status.buildpacks ?? world.images[entry.image ?? ''] ?? [];
  const ids = new Set(buildpacks.map(({ id }) => id));
  return rootsOf(buildpacks).length === count && childrenOf(buildpacks).some((id) => !ids.has(id));
}

function rootsOf(buildpacks: readonly StatusBuildpack[] = []): readonly StatusBuildpack[] {
  const used = new Set(childrenOf(buildpacks));
  return buildpacks.filter(({ id }) => !used.has(id));
}

function childrenOf(buildpacks: readonly StatusBuildpack[]): readonly string[] {
  return buildpacks.flatMap(({ order = [] }) => order.flatMap(({ group }) => group.map(({ id }) => id)));
}
