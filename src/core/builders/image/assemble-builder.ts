import { isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { parseImageReference } from '../../model/image-reference.ts';
import { type Blob, jsonBlob } from '../../oci/image.ts';
import { type ImageFamily, MEDIA_TYPES } from '../../oci/media-types.ts';
import { runImageTag } from '../builder-tag.ts';
import type { BaseImage } from '../resources/base-image.ts';
import type { BuilderContent, BuilderImage, BuilderLayer } from './builder-image.ts';
import { builderLabels } from './labels.ts';
import { builderLayers, sortedBuildpacks } from './layers.ts';
import { compareTexts } from '../../model/compare-texts.ts';

/** Assembles the image of kpack's WriteableImage. Unlike kpack's, the digest depends only on the content. */
export function assembleBuilder(content: BuilderContent): BuilderImage {
  const { stack, tag } = content;
  const { manifest: base, configuration } = stack.build;
  // Manifests can omit their own media type.
  const family = base.read.config.mediaType === MEDIA_TYPES.docker.config ? 'docker' : 'oci';
  // The run image is copied to its tag beside the builder.
  const runImage = `${runImageTag(tag)}@${parseImageReference(stack.runImage)?.digest ?? ''}`;
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

function manifestOf(base: JsonObject, config: Blob, layers: readonly BuilderLayer[], family: ImageFamily): JsonObject {
  const ofBase: readonly Json[] = Array.isArray(base['layers']) ? base['layers'] : [];
  return {
    ...base,
    mediaType: MEDIA_TYPES[family].manifest,
    config: { mediaType: config.mediaType, size: config.size, digest: config.digest },
    layers: [...ofBase, ...layers.map(({ descriptor }) => ({ ...descriptor }))],
  };
}

/** Adds the builder's fields to the build image's configuration. The other fields keep their values and order. */
function builderConfiguration(
  { whole, read }: BaseImage['configuration'],
  layers: readonly BuilderLayer[],
  labels: Readonly<Record<string, string>>,
): JsonObject {
  const { config, rootfs } = whole;
  const all = Object.entries({ ...read.config?.Labels, ...labels });
  return {
    ...whole,
    config: {
      ...(isJsonObject(config) && config),
      WorkingDir: '/layers',
      Labels: Object.fromEntries(all.toSorted(([one], [other]) => compareTexts(one, other))),
    },
    ...historyOf(whole, layers),
    rootfs: {
      ...(isJsonObject(rootfs) && rootfs),
      diff_ids: [...read.rootfs.diff_ids, ...layers.map(({ diffId }) => diffId)],
    },
  };
}

/** Adds one history entry for each layer, if the build image has a history. */
function historyOf({ history }: JsonObject, layers: readonly BuilderLayer[]): JsonObject {
  if (!Array.isArray(history) || history.length === 0) return {};
  const entries: readonly Json[] = history;
  return {
    history: [...entries, ...layers.map(({ what }) => ({ created: '0001-01-01T00:00:00Z', created_by: what }))],
  };
}
