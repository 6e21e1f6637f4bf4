import type { Json, JsonObject } from '../../model/json.ts';
import { parseImageReference } from '../../model/image-reference.ts';
import { jsonBlob, type Blob } from '../../registry/image.ts';
import { MEDIA_TYPES, type ImageFamily } from '../../registry/media-types.ts';
import { runImageTag } from '../builder-tag.ts';
import type { BaseImage } from '../parts/base-image.ts';
import { builderConfiguration } from './builder-configuration.ts';
import type { BuilderContent } from './builder-content.ts';
import type { BuilderImage } from './builder-image.ts';
import type { BuilderLayer } from './builder-layer.ts';
import { builderLabels } from './labels.ts';
import { builderLayers } from './layers.ts';
import { sortedBuildpacks } from './sorted-buildpacks.ts';

/** Makes the image that kpack's WriteableImage makes, but that its digest depends on nothing beside the content. */
export function assembleBuilder(content: BuilderContent): BuilderImage {
  const { stack, tag } = content;
  const { manifest: base, configuration } = stack.build;
  const family = familyOf(stack.build);
  const runImage = relocated(tag, stack.runImage);
  const buildpacks = sortedBuildpacks(content.buildpacks);
  const layers = builderLayers(content, buildpacks, runImage, family);
  const labels = builderLabels(content, buildpacks, runImage);
  const config = jsonBlob(base.read.config.mediaType, builderConfiguration(configuration, layers, labels));
  const manifest = jsonBlob(MEDIA_TYPES[family].manifest, manifestOf(base.whole, config, layers, family));
  return {
    reference: `${tag}@${manifest.digest}`,
    tag,
    manifest,
    config,
    baseLayers: base.read.layers.map((descriptor) => ({ descriptor, image: stack.build.image })),
    layers,
    runImage: { from: stack.runImage, to: runImageTag(tag) },
  };
}

/** The name that the run image has once it is copied beside the builder. */
function relocated(tag: string, runImage: string): string {
  return `${runImageTag(tag)}@${parseImageReference(runImage)?.digest ?? ''}`;
}

/** Manifests may leave their own type out; that of the configuration they may not. */
function familyOf({ manifest }: BaseImage): ImageFamily {
  return manifest.read.config.mediaType === MEDIA_TYPES.docker.config ? 'docker' : 'oci';
}

function manifestOf(base: JsonObject, config: Blob, layers: readonly BuilderLayer[], family: ImageFamily): JsonObject {
  const ofBase: readonly Json[] = Array.isArray(base['layers']) ? base['layers'] : [];
  return {
    ...base,
    mediaType: MEDIA_TYPES[family].manifest,
    config: { mediaType: config.mediaType, size: config.size, digest: config.digest },
    layers: [...ofBase, ...layers.map(({ descriptor }) => ({ ...descriptor }))],
  };
}
