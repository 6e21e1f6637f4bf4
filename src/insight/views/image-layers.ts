import { defined } from '../../core/model/defined.ts';
import { isJsonList, isJsonObject, parseBoundedJson, type JsonObject } from '../../core/model/json.ts';
import { fields, json, list, text, textMap } from '../../core/model/objects/reader.ts';

/** An image as the registry has it: its layers from the bottom, and its configuration. */
export interface OciImage {
  readonly layers: readonly { readonly digest: string; readonly size: number }[];
  readonly config: JsonObject;
}

/** A layer of an image, and the part of the image that it belongs to. */
export interface ImageLayer {
  /** The digest of the layer without compression. Equal layers have equal diff ids. */
  readonly diffId: string;
  /** The digest of the layer as the registry stores it. */
  readonly digest: string;
  readonly sizeBytes: number;
  /** Such as `application` or `jre of example/java`. The versions of one image in a row have the same parts. */
  readonly part: string;
  /** The version of the buildpack that made the layer. */
  readonly version?: string;
}

/** Returns the layers of an image from the bottom. Layers of the run image are in no list of the lifecycle. */
export function imageLayers({ layers, config }: OciImage): readonly ImageLayer[] {
  const parts = partsOf(lifecycleMetadata(config));
  const diffIds = diffIdsOf(config);
  return layers.map(({ digest, size }, index) => {
    // A configuration without diff ids does not conform to the specification. Its layers are then compared as they are stored.
    const diffId = diffIds[index] ?? digest;
    return { diffId, digest, sizeBytes: size, ...(parts.get(diffId) ?? { part: 'run image' }) };
  });
}

/** Returns the diff id of the layer with the software bills of materials (CNB platform specification, `sbom`). */
export function sbomDiffId(config: JsonObject): string | undefined {
  return lifecycleMetadata(config).sbom.sha;
}

/** Returns the size of layers in bytes. */
export function totalBytes(layers: readonly { readonly sizeBytes: number }[]): number {
  return layers.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/** Returns the diff ids of an image's layers. */
export function diffIdsOf(config: JsonObject): readonly string[] {
  const { diff_ids: ids } = json(config['rootfs']);
  return ids !== undefined && isJsonList(ids) ? ids.map(String) : [];
}

const labelled = fields({ config: fields({ Labels: textMap }) });

/** The limits of a label (docs/reference/limits.md). */
const LABEL_BOUNDS = { bytes: 1_048_576, entries: 20_000 };

/** Returns the JSON object in a label of an image. A missing, invalid or too large label is an empty object. */
export function boundedLabel(config: JsonObject, name: string): JsonObject {
  const label = labelled(config).config.Labels.get(name) ?? '';
  const read = parseBoundedJson(label, LABEL_BOUNDS);
  return read.kind === 'value' && isJsonObject(read.value) ? read.value : {};
}

const layer = fields({ sha: text });

/** The label in which the lifecycle lists the layers (CNB platform specification, `io.buildpacks.lifecycle.metadata`). */
const layersLabel = fields({
  app: list(layer),
  config: layer,
  launcher: layer,
  'process-types': layer,
  sbom: layer,
  buildpacks: list(fields({ key: text, version: text, layers: json })),
});

function lifecycleMetadata(config: JsonObject): ReturnType<typeof layersLabel> {
  return layersLabel(boundedLabel(config, 'io.buildpacks.lifecycle.metadata'));
}

type Part = Pick<ImageLayer, 'part' | 'version'>;

const SINGLE_PARTS = [
  ['config', 'configuration of the launcher'],
  ['launcher', 'launcher'],
  ['process-types', 'links of process types'],
  ['sbom', 'software bills of materials'],
] as const;

/** Returns the part that each layer belongs to, by diff id. */
function partsOf(metadata: ReturnType<typeof layersLabel>): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  const add = ({ sha }: ReturnType<typeof layer>, part: Part): void => {
    if (sha !== undefined) parts.set(sha, part);
  };
  metadata.app.forEach((slice) => add(slice, { part: 'application' }));
  for (const [key, part] of SINGLE_PARTS) add(metadata[key], { part });
  for (const { key = '', version, layers } of metadata.buildpacks) {
    for (const [name, data] of Object.entries(layers)) {
      add(layer(data), { part: `${name} of ${key}`, ...defined({ version }) });
    }
  }
  return parts;
}
