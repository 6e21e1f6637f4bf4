import type { OrderEntry } from '../../../../src/core/buildpacks/order-entry.ts';
import { somePackage } from '../some-world.ts';
import { entriesOf, packagesInReach, type StatusBuildpack, type World } from '../world.ts';
import { mapEntries, type Difference } from './difference.ts';

const isGiven = (text: string | undefined): text is string => text !== undefined && text !== '';

/** Differences about orders that name images. */
export const IMAGE_DIFFERENCE: Difference = {
  id: 'images-in-an-order',
  amend: asClusterBuildpacks,
  refusal: {
    words: /^no facts about image '(.*)'$/,
    holds: ({ images }, [, image = '']) => !(image in images),
  },
};

/** Returns the images that the order names. An image beside a kind has no effect. */
function imagesNamed(world: World): readonly string[] {
  const images = entriesOf(world).flatMap(({ kind, image }) => (!isGiven(kind) && isGiven(image) ? [image] : []));
  return [...new Set(images)].filter((image) => image in world.images).toSorted();
}

/** Returns all buildpacks that the builder may use. */
export function buildpacksInReach(world: World): readonly StatusBuildpack[] {
  return [
    ...packagesInReach(world).flatMap(({ status }) => status.buildpacks),
    ...imagesNamed(world).flatMap((image) => world.images[image] ?? []),
  ];
}

/** Each image becomes a ClusterBuildpack after all others. The ClusterStore also becomes one, because it comes before images. */
function asClusterBuildpacks(world: World): World {
  const named = imagesNamed(world);
  if (named.length === 0) return world;
  const { clusterStore, ...rest } = mapEntries(world, (entry) => asReference(entry, named));
  const images = named.map((image) => {
    const object = somePackage('ClusterBuildpack', image, ...(world.images[image] ?? []));
    return { ...object, spec: { serviceAccountRef: { name: `image/${image}` } } };
  });
  const stores =
    clusterStore === undefined ? [] : [{ ...clusterStore, metadata: { name: 'the store of the builder' } }];
  return { ...rest, clusterBuildpacks: [...world.clusterBuildpacks, ...stores, ...images] };
}

function asReference(entry: OrderEntry, named: readonly string[]): OrderEntry {
  const { kind, image, ...others } = entry;
  if (isGiven(kind) || !isGiven(image) || !named.includes(image)) return entry;
  return { ...others, kind: 'ClusterBuildpack', name: image };
}
