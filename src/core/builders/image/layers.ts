import { type Buildpack, formatBuildpack } from '../../buildpacks/buildpack.ts';
import { readsRunToml } from '../../model/platform-api.ts';
import type { Layer } from '../../oci/layer.ts';
import { type ImageFamily, MEDIA_TYPES } from '../../oci/media-types.ts';
import type { BuilderContent, BuilderLayer } from './builder-image.ts';
import { directoriesLayer, orderLayer, runLayer, stackLayer } from './configuration-layers.ts';
import { compareTexts } from '../../model/compare-texts.ts';
import type { Offer } from '../../buildpacks/offer.ts';

/** Returns the layers above the build image in kpack's order, without duplicates. */
export function builderLayers(
  { stack, lifecycle, order, maximumPlatformApi }: BuilderContent,
  buildpacks: readonly Buildpack[],
  runImage: string,
  family: ImageFamily,
): readonly BuilderLayer[] {
  const own = (layer: Layer, what: string): BuilderLayer => {
    const { diffId, digest, size, content } = layer;
    if (content === undefined) throw new Error('a generated layer has its content');
    const descriptor = { mediaType: MEDIA_TYPES[family].layer, size, digest };
    return { descriptor, diffId, origin: { kind: 'content', content }, what };
  };
  return withoutRepetition([
    own(directoriesLayer(stack.uid, stack.gid), 'directories'),
    copiedLayer(lifecycle.layer, lifecycle.image, `lifecycle ${lifecycle.version}`, family),
    ...buildpacks.map((buildpack) =>
      copiedLayer(buildpack, buildpack.image ?? '', `buildpack ${formatBuildpack(buildpack)}`, family),
    ),
    own(stackLayer(runImage), '/cnb/stack.toml'),
    own(orderLayer(order), '/cnb/order.toml'),
    ...(readsRunToml(maximumPlatformApi) ? [own(runLayer(runImage), '/cnb/run.toml')] : []),
  ]);
}

/** Returns a layer that is copied from an image. Without a media type, it counts as Docker's gzip, as in kpack. */
function copiedLayer(
  { diffId, digest, size, mediaType = MEDIA_TYPES.docker.layer }: Omit<Layer, 'content'>,
  image: string,
  what: string,
  family: ImageFamily,
): BuilderLayer {
  const descriptor = { mediaType: typeIn(family, mediaType), size, digest };
  return { descriptor, diffId, origin: { kind: 'image', image }, what };
}

/** Converts gzip's media type to the image's family, because some registries refuse mixed types. Keeps other types. */
function typeIn(family: ImageFamily, mediaType: string): string {
  const isGzip = mediaType === MEDIA_TYPES.docker.layer || mediaType === MEDIA_TYPES.oci.layer;
  return isGzip ? MEDIA_TYPES[family].layer : mediaType;
}

function withoutRepetition(layers: readonly BuilderLayer[]): readonly BuilderLayer[] {
  const known = new Set<string>();
  return layers.filter(({ diffId }) => {
    const isNew = !known.has(diffId);
    known.add(diffId);
    return isNew;
  });
}

/** Sorts buildpacks as kpack does: by size, then by name, both descending. Small buildpacks change often and come last. */
export function sortedBuildpacks(offers: readonly Offer[]): readonly Buildpack[] {
  return offers
    .map(({ buildpack }) => buildpack)
    .toSorted((one, other) => other.size - one.size || compareTexts(formatBuildpack(other), formatBuildpack(one)));
}
