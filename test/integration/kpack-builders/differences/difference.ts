import type { OrderEntry } from '../../../../src/buildpacks/reference.ts';
import type { Outcome } from '../outcome.ts';
import type { StatusBuildpack, World } from '../world.ts';

/** A difference that is meant; its id is a row of docs/kpack-differences.md. */
export interface Difference {
  readonly id: string;
  /** The world in which kpack does what taskpack does in this one, made without looking at what taskpack does. */
  readonly amend?: (world: World) => World;
  /** What taskpack alone says. */
  readonly refusal?: ListedRefusal;
  /** For a difference that no comparison shows. */
  readonly isSeen?: (kpack: Outcome, ours: Outcome) => boolean;
}

interface ListedRefusal {
  readonly words: RegExp;
  /** Whether the world gives reason to say so; `match` is of the words. */
  readonly holds: (world: World, match: readonly string[]) => boolean;
}

/** The world with other entries in its order. */
export function mapEntries(world: World, change: (entry: OrderEntry) => OrderEntry): World {
  const { builder } = world;
  const order = builder.spec.order.map(({ group }) => ({ group: group.map(change) }));
  return { ...world, builder: { ...builder, spec: { ...builder.spec, order } } };
}

/** The world with other buildpacks in its statuses, changed object by object. */
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
