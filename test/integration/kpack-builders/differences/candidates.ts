import type { OrderEntry } from '../../../../src/buildpacks/reference.ts';
import { packagesInReach, type PackageObject, type StatusBuildpack, type World } from '../world.ts';

/** The object that an entry names. */
export function packageOf(world: World, { kind, name }: OrderEntry): PackageObject | undefined {
  return packagesInReach(world).find((one) => one.kind === kind && one.metadata.name === name);
}

/** The buildpacks that an entry with an id may mean, of any version. */
export function candidatesOf(world: World, entry: OrderEntry): readonly StatusBuildpack[] {
  const { kind = '', id } = entry;
  const packages = kind === '' ? packagesInReach(world) : [packageOf(world, entry)];
  return packages.flatMap((one) => (one?.status.buildpacks ?? []).filter((buildpack) => buildpack.id === id));
}
