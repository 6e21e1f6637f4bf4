import type { OrderEntry } from '../../../../src/buildpacks/reference.ts';
import { entriesOf, type StatusBuildpack, type World } from '../world.ts';
import { packageOf } from './candidates.ts';
import { mapEntries, type Difference } from './difference.ts';

/** The roots of packages. */
export const ROOT_DIFFERENCE: Difference = {
  id: 'roots-without-trees',
  amend: withRootsNamed,
  refusal: {
    words: /^unexpected number of root buildpacks: (\d+)$/,
    holds: (world, [, count]) => entriesOf(world).some((entry) => lacksChild(world, entry, Number(count))),
  },
};

/** The world with the id of the root beside each object that an entry names without one. */
export function withRootsNamed(world: World): World {
  return mapEntries(world, (entry) => {
    const [root, ...others] = rootsOf(packageOf(world, entry)?.status.buildpacks);
    const { id = '' } = entry;
    return id !== '' || root === undefined || others.length > 0 ? entry : { ...entry, id: root.id };
  });
}

/** Whether kpack dies of a child that is not in the object before it counts the roots. */
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
