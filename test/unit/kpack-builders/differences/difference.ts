import type { OrderEntry } from '../../../../src/core/buildpacks/order-entry.ts';
import type { Outcome } from '../outcome.ts';
import type { StatusBuildpack, World } from '../world.ts';

/** An intended difference. Its id is a row of docs/reference/kpack-differences.md. */
export interface Difference {
  readonly id: string;
  /** Returns a world in which kpack behaves like taskpack in this world. Must not depend on taskpack's outcome. */
  readonly amend?: (world: World) => World;
  /** The refusal that only taskpack reports. */
  readonly refusal?: ListedRefusal;
  /** Detects a difference that the comparison does not show. */
  readonly isSeen?: (kpack: Outcome, ours: Outcome) => boolean;
}

interface ListedRefusal {
  readonly words: RegExp;
  /** True if the world justifies the refusal. `match` is the match of `words`. */
  readonly holds: (world: World, match: readonly string[]) => boolean;
}

/** Returns the world with each entry of its order changed. */
export function mapEntries(world: World, change: (entry: OrderEntry) => OrderEntry): World {
  const { builder } = world;
  const order = builder.spec.order.map(({ group }) => ({ group: group.map(change) }));
  return { ...world, builder: { ...builder, spec: { ...builder.spec, order } } };
}

/** Returns the world with the buildpacks of its statuses changed, object by object. */
export function mapStatuses(
  world: World,
  change: (buildpacks: readonly StatusBuildpack[], name: string) => readonly StatusBuildpack[],
): World {
  const map = (one: World['buildpacks'][number]): World['buildpacks'][number] => {
    const buildpacks = change(one.status.buildpacks, `${one.kind}/${one.metadata.name}`);
    return { ...one, status: { buildpacks } };
  };
  const { buildpacks, clusterBuildpacks, clusterStore } = world;
  return {
    ...world,
    buildpacks: buildpacks.map(map),
    clusterBuildpacks: clusterBuildpacks.map(map),
    ...(clusterStore !== undefined && { clusterStore: map(clusterStore) }),
  };
}
