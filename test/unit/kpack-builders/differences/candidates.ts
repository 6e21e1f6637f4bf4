import type { OrderEntry } from '../../../../src/core/buildpacks/order-entry.ts';
import { packagesInReach, type PackageObject, type StatusBuildpack, type World } from '../world.ts';

/** Returns the object that an entry names. */
export function packageOf(world: World, { kind, name }: OrderEntry): PackageObject | undefined {
  return packagesInReach(world).find((one) => one.kind === kind && one.metadata.name === name);
}

/** Returns the buildpacks that an entry with an id can mean, in all versions. */
export function candidatesOf(world: World, entry: OrderEntry): readonly StatusBuildpack[] {
  const { kind = '', id } = entry;
  const packages = kind === '' ? packagesInReach(world) : [packageOf(world, entry)];
  return packages.flatMap((one) => (one?.status.buildpacks ?? []).filter((buildpack) => buildpack.id === id));
}
