import { objectAt, objectsAt, textAt } from '../model/json-field.ts';
import { isJsonList, isJsonObject, parseJson, type JsonObject } from '../model/json.ts';

/** The content of a built image. */
export interface ImageContentView {
  readonly layers: readonly LayerView[];
  /** The size of all layers, and of those that the previous image lacks, in bytes as the registry stores them. */
  readonly sizeBytes: number;
  readonly newBytes: number;
  /** True if the previous image was read, so that `isNew` is known. */
  readonly isCompared: boolean;
  /** The packages in the software bill of materials. Absent if the image has none, or it cannot be read. */
  readonly packages?: readonly PackageView[];
}

/** A layer of an image. */
export interface LayerView {
  readonly digest: string;
  readonly sizeBytes: number;
  /** Absent if there is no previous image to compare with. */
  readonly isNew?: boolean;
  /** The layer of a buildpack, the application, or the run image. */
  readonly what: string;
}

/** A package in a software bill of materials. */
export interface PackageView {
  readonly name: string;
  readonly version?: string;
  /** The buildpack that lists the package. */
  readonly buildpack: string;
}

/** An image as the registry has it: its layers from the bottom, and its configuration. */
export interface ImageInput {
  readonly layers: readonly { readonly digest: string; readonly size: number }[];
  readonly config: JsonObject;
}

/** Returns the layers of an image, compared with those of the previous image. */
export function imageContentView(
  image: ImageInput,
  previous: Pick<ImageInput, 'layers'> | undefined,
  packages?: readonly PackageView[],
): ImageContentView {
  const before = previous && new Set(previous.layers.map(({ digest }) => digest));
  const names = layerNames(image.config);
  const diffIds = diffIdsOf(image.config);
  const layers = image.layers.map(({ digest, size }, index): LayerView => ({
    digest,
    sizeBytes: size,
    ...(before !== undefined && { isNew: !before.has(digest) }),
    what: names.get(diffIds[index] ?? '') ?? 'run image',
  }));
  return {
    layers,
    sizeBytes: totalBytes(layers),
    newBytes: totalBytes(layers.filter(({ isNew }) => isNew === true)),
    isCompared: before !== undefined,
    ...(packages !== undefined && { packages }),
  };
}

function totalBytes(layers: readonly LayerView[]): number {
  return layers.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/** Returns the diff id of the layer with the software bills of materials (CNB platform specification, `sbom`). */
export function sbomDiffId(config: JsonObject): string | undefined {
  return textAt(objectAt(metadataOf(config), 'sbom'), 'sha');
}

/** Returns the diff ids of an image's layers. */
export function diffIdsOf(config: JsonObject): readonly string[] {
  const { diff_ids: ids } = objectAt(config, 'rootfs');
  return ids !== undefined && isJsonList(ids) ? ids.map(String) : [];
}

/** The label in which the lifecycle lists the layers (CNB platform specification, `io.buildpacks.lifecycle.metadata`). */
function metadataOf(config: JsonObject): JsonObject {
  const label = textAt(objectAt(objectAt(config, 'config'), 'Labels'), 'io.buildpacks.lifecycle.metadata') ?? '';
  const metadata = parseJson(label);
  return isJsonObject(metadata) ? metadata : {};
}

/** Returns what each layer is, by diff id. Layers of the run image are in no list. */
function layerNames(config: JsonObject): ReadonlyMap<string, string> {
  const metadata = metadataOf(config);
  const names = new Map<string, string>();
  const add = (sha: string | undefined, name: string): void => {
    if (sha !== undefined && sha !== '') names.set(sha, name);
  };
  objectsAt(metadata, 'app').forEach((slice) => add(textAt(slice, 'sha'), 'application'));
  add(textAt(objectAt(metadata, 'config'), 'sha'), 'configuration of the launcher');
  add(textAt(objectAt(metadata, 'launcher'), 'sha'), 'launcher');
  add(textAt(objectAt(metadata, 'process-types'), 'sha'), 'links of process types');
  add(textAt(objectAt(metadata, 'sbom'), 'sha'), 'software bills of materials');
  for (const buildpack of objectsAt(metadata, 'buildpacks')) {
    const id = `${textAt(buildpack, 'key') ?? ''}@${textAt(buildpack, 'version') ?? ''}`;
    for (const [layer, data] of Object.entries(objectAt(buildpack, 'layers'))) {
      if (isJsonObject(data)) add(textAt(data, 'sha'), `${layer} of ${id}`);
    }
  }
  return names;
}

/** The most packages of one file: hostile buildpacks write these files. */
const MAX_PACKAGES = 20_000;

/** Returns the packages of a CycloneDX, SPDX or Syft document. */
export function packagesOf(document: JsonObject, buildpack: string): readonly PackageView[] {
  const [components, artifacts, packages] = ['components', 'artifacts', 'packages'].map((key) =>
    objectsAt(document, key),
  );
  const listed = [...(components ?? []), ...(artifacts ?? []), ...(packages ?? [])];
  return listed.slice(0, MAX_PACKAGES).flatMap((each) => {
    const name = textAt(each, 'name');
    const version = textAt(each, 'version') ?? textAt(each, 'versionInfo');
    return name === undefined ? [] : [{ name, ...(version !== undefined && { version }), buildpack }];
  });
}
