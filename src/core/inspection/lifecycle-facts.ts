import type { ImageConfig } from './image-config.ts';
import type { InspectedImage } from './inspected-image.ts';
import { type BuilderMetadata, type LabelReader, LABELS, type LifecycleApis } from './labels.ts';
import { omitEmpty } from './omit-empty.ts';

/** Returns the lifecycle of a builder or of a lifecycle image. For a lifecycle image, includes its layer. */
export function lifecycleOf(
  { layers }: InspectedImage,
  { labels: texts, diffIds }: ImageConfig,
  labels: LabelReader,
  metadata: BuilderMetadata | undefined,
): object | undefined {
  const version = texts.get('io.buildpacks.lifecycle.version') ?? metadata?.lifecycle?.version;
  const api = metadata?.lifecycle?.api ?? metadata?.api;
  const apis = labels.read(LABELS.lifecycleApis) ?? metadata?.lifecycle?.apis;
  const isAlone = version !== undefined && version !== null && !labels.has(LABELS.buildpackLayers);
  // kpack uses the last layer of a lifecycle image as the lifecycle.
  const [layer, diffId] = isAlone ? [layers.at(-1), diffIds.at(-1)] : [];
  const facts = omitEmpty({
    version,
    api:
      api === undefined || api === null ? undefined : omitEmpty({ buildpack: api.buildpack, platform: api.platform }),
    apis: apis === undefined || apis === null ? undefined : apisOf(apis),
    layer:
      layer === undefined || diffId === undefined
        ? undefined
        : { mediaType: layer.mediaType, size: layer.size, digest: layer.digest, diffId },
  });
  return Object.keys(facts).length === 0 ? undefined : facts;
}

function apisOf({ buildpack, platform }: LifecycleApis): object {
  return omitEmpty({ buildpack: versionsOf(buildpack), platform: versionsOf(platform) });
}

function versionsOf(versions: LifecycleApis['buildpack']): object | undefined {
  if (versions === undefined || versions === null) return undefined;
  return omitEmpty({ deprecated: versions.deprecated, supported: versions.supported });
}
