import { formatBuildpack, type Buildpack } from '../../buildpacks/buildpack.ts';
import { comparePlatformApis, FIRST_RUN_TOML_API } from '../../model/platform-api.ts';
import type { Layer } from '../../registry/layer.ts';
import { MEDIA_TYPES, type ImageFamily } from '../../registry/media-types.ts';
import type { BuilderLifecycle } from '../parts/read-lifecycle.ts';
import type { BuilderContent } from './builder-content.ts';
import type { BuilderLayer } from './builder-layer.ts';
import { directoriesLayer, orderLayer, runLayer, stackLayer } from './configuration-layers.ts';

/** The layers that a builder has above its build image, in kpack's order; of several with one content, the first. */
export function builderLayers(
  { stack, lifecycle, order, maximumPlatformApi }: BuilderContent,
  buildpacks: readonly Buildpack[],
  runImage: string,
  family: ImageFamily,
): readonly BuilderLayer[] {
  const own = (layer: Layer, what: string): BuilderLayer => ownLayer(layer, what, family);
  const hasRunToml = comparePlatformApis(maximumPlatformApi, FIRST_RUN_TOML_API) >= 0;
  return withoutRepetition([
    own(directoriesLayer(stack.uid, stack.gid), 'directories'),
    lifecycleLayer(lifecycle, family),
    ...buildpacks.map((buildpack) => buildpackLayer(buildpack, family)),
    own(stackLayer(runImage), '/cnb/stack.toml'),
    own(orderLayer(order), '/cnb/order.toml'),
    ...(hasRunToml ? [own(runLayer(runImage), '/cnb/run.toml')] : []),
  ]);
}

function ownLayer({ diffId, digest, size, content }: Layer, what: string, family: ImageFamily): BuilderLayer {
  if (content === undefined) throw new Error('a layer that was written here has its content');
  const descriptor = { mediaType: MEDIA_TYPES[family].layer, size, digest };
  return { descriptor, diffId, origin: { kind: 'content', content }, what };
}

function lifecycleLayer({ layer, image, version }: BuilderLifecycle, family: ImageFamily): BuilderLayer {
  const { diffId, mediaType, size, digest } = layer;
  const descriptor = { mediaType: typeIn(family, mediaType), size, digest };
  return { descriptor, diffId, origin: { kind: 'image', image }, what: `lifecycle ${version}` };
}

/** Without a type it is Docker's gzip: kpack takes every layer for that. */
function buildpackLayer(buildpack: Buildpack, family: ImageFamily): BuilderLayer {
  const { diffId, digest, size, mediaType = MEDIA_TYPES.docker.layer, image = '' } = buildpack;
  const descriptor = { mediaType: typeIn(family, mediaType), size, digest };
  return { descriptor, diffId, origin: { kind: 'image', image }, what: `buildpack ${formatBuildpack(buildpack)}` };
}

/** Gzip has a name in each family, and an image that mixes them is refused in places; other types stay what they are. */
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
