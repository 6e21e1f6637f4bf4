import type { OrderEntry } from '../../../../src/core/buildpacks/order-entry.ts';
import type { StatusBuildpack, World } from '../world.ts';
import { candidatesOf } from './candidates.ts';
import { mapEntries, mapStatuses, type Difference } from './difference.ts';
import { withScopedChildren } from './scoped-children.ts';
import { highestVersion, isRange, strictVersion, versionsIn } from './version-texts.ts';

/** Differences about the version that an order selects, and its resource. */
export const VERSION_DIFFERENCES: readonly Difference[] = [
  {
    id: 'version-ranges',
    amend: (world) => mapEntries(world, (entry) => withVersion(entry, inRange(world, entry))),
    refusal: {
      words: /^cannot find buildpack '.*' with version '(.*)' due to invalid semver '(.*)'$/,
      holds: (_, [, range = '', version = '']) => isRange(range) && strictVersion(version) === undefined,
    },
  },
  {
    id: 'equal-versions-by-text',
    amend: (world) => chooseVersions(world, ofEqualOnes),
  },
  {
    id: 'one-precedence-of-sources',
    amend: (world) => mapEntries(world, (entry) => withVersion(entry, highestOf(world, entry))),
  },
];

function withVersion<Entry extends OrderEntry>(entry: Entry, version: string | undefined): Entry {
  return version === undefined ? entry : { ...entry, version };
}

function versionsOf(world: World, entry: OrderEntry): readonly string[] {
  return candidatesOf(world, entry).map(({ version }) => version);
}

function inRange(world: World, entry: OrderEntry): string | undefined {
  const { version: range = '' } = entry;
  const versions = versionsOf(world, entry);
  const areVersions = versions.every((version) => strictVersion(version) !== undefined);
  return areVersions && isRange(range) && !versions.includes(range)
    ? highestVersion(versionsIn(range, versions))
    : undefined;
}

/** kpack selects the first candidate with this text. Without a version, kpack selects the last of equal versions. */
function highestOf(world: World, entry: OrderEntry): string | undefined {
  const { version = '' } = entry;
  return version === '' ? highestVersion(versionsOf(world, entry)) : undefined;
}

function ofEqualOnes(world: World, entry: OrderEntry): string | undefined {
  const highest = highestOf(world, entry);
  const isEqual = (text: string): boolean => strictVersion(text) === strictVersion(highest ?? '');
  return new Set(versionsOf(world, entry).filter(isEqual)).size > 1 ? highest : undefined;
}

/** Sets a version in entries of the order and of composite buildpacks. Prefers the versions of the same package. */
function chooseVersions(world: World, choose: (world: World, entry: OrderEntry) => string | undefined): World {
  const scoped = withScopedChildren(world);
  const change = <Entry extends OrderEntry>(entry: Entry): Entry => withVersion(entry, choose(scoped, entry));
  const ofMeta = (buildpack: StatusBuildpack): StatusBuildpack => {
    const { order } = buildpack;
    return order === undefined
      ? buildpack
      : { ...buildpack, order: order.map(({ group }) => ({ group: group.map(change) })) };
  };
  return mapEntries(
    mapStatuses(scoped, (buildpacks) => buildpacks.map(ofMeta)),
    change,
  );
}
