import type { ImageConfig } from './image-config.ts';
import type { InspectedImage } from './inspected-image.ts';
import type { LabelReader } from './label-reader.ts';
import { LABELS, type LifecycleApis } from './labels.ts';
import { present } from './present.ts';

/** The lifecycle of a builder, or of an image that holds nothing else, with the layer that it is in then. */
export function lifecycleOf(
  { layers }: InspectedImage,
  { labels: texts, diffIds }: ImageConfig,
  labels: LabelReader,
): object | undefined {
  const metadata = labels.read(LABELS.builderMetadata);
  const version = texts.get('io.buildpacks.lifecycle.version') ?? metadata?.lifecycle?.version;
  const api = metadata?.lifecycle?.api ?? metadata?.api;
  const apis = labels.read(LABELS.lifecycleApis) ?? metadata?.lifecycle?.apis;
  const isAlone = version !== undefined && version !== null && !labels.has(LABELS.buildpackLayers);
  // kpack takes the last layer of a lifecycle image for the lifecycle.
  const [layer, diffId] = isAlone ? [layers.at(-1), diffIds.at(-1)] : [];
  const facts = present({
    version,
    api: api === undefined || api === null ? undefined : present({ buildpack: api.buildpack, platform: api.platform }),
    apis: apis === undefined || apis === null ? undefined : apisOf(apis),
    layer: layer === undefined || diffId === undefined ? undefined : { ...descriptorOf(layer), diffId },
  });
  return Object.keys(facts).length === 0 ? undefined : facts;
}

function apisOf({ buildpack, platform }: LifecycleApis): object {
  return present({ buildpack: versionsOf(buildpack), platform: versionsOf(platform) });
}

function versionsOf(versions: LifecycleApis['buildpack']): object | undefined {
  if (versions === undefined || versions === null) return undefined;
  return present({ deprecated: versions.deprecated, supported: versions.supported });
}

function descriptorOf({ mediaType, size, digest }: InspectedImage['layers'][number]): object {
  return { mediaType, size, digest };
}
