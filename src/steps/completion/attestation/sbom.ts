import type { JsonObject } from '../../../model/json.ts';
import { isJsonObject, parseBoundedJson } from '../../../model/json.ts';
import { objectAt, objectsAt, stringsAt, textAt } from '../../../model/json-field.ts';
import { repositoryName } from '../../../model/image-reference.ts';
import type { PulledConfig } from '../../../registry/client/manifests/pull-config.ts';
import type { RegistryClient } from '../../../registry/client/registry-client.ts';
import { layerFiles } from '../../../registry/layer-files.ts';
import type { SignedImage } from '../../../signing/payload.ts';
import { label } from './findings.ts';

/** Buildpacks write the SBOMs, so their size is limited. */
const MAX_SBOM_LAYER_BYTES = 33_554_432;

/** The bounds of one document. Small texts with very many list items would exhaust the memory of the step. */
const SBOM_BOUNDS = { bytes: MAX_SBOM_LAYER_BYTES, entries: 2_000_000 };

/** The documents about the parts of buildpacks that the image contains (CNB Buildpack API, "Bill-of-Materials"). */
const DOCUMENTS = /(?:^|\/)sbom\/launch\/.*sbom\.(?<format>cdx|spdx)\.json$/;

/** The documents of each format, by path. */
export interface SbomDocuments {
  readonly cyclonedx: readonly JsonObject[];
  readonly spdx: readonly JsonObject[];
}

/**
 * Returns the CycloneDX and SPDX documents in the SBOM layer of an image. Returns empty lists if the image has no such layer. Rejects
 * with `RegistryError`, and with an `Error` if the layer is too large or invalid.
 */
export async function sbomDocuments(
  client: Pick<RegistryClient, 'blob'>,
  image: SignedImage,
  { json, layers }: Pick<PulledConfig, 'json' | 'layers'>,
): Promise<SbomDocuments> {
  const diffId = textAt(objectAt(label(json, 'io.buildpacks.lifecycle.metadata'), 'sbom'), 'sha');
  const layer = layers[stringsAt(objectAt(json, 'rootfs'), 'diff_ids').indexOf(diffId ?? '')];
  if (layer === undefined) return { cyclonedx: [], spdx: [] };
  const limits = { isWanted: (path: string) => DOCUMENTS.test(path), maxBytes: MAX_SBOM_LAYER_BYTES };
  const files = [...(await layerFiles(client.blob(image, layer), limits))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([file, content]) => {
      const document = parseBoundedJson(content.toString(), SBOM_BOUNDS);
      const format = DOCUMENTS.exec(file)?.groups?.['format'];
      return document.kind === 'value' && isJsonObject(document.value) ? [{ format, document: document.value }] : [];
    });
  const ofFormat = (wanted: string): readonly JsonObject[] =>
    files.filter(({ format }) => format === wanted).map(({ document }) => document);
  return {
    cyclonedx: ofFormat('cdx').filter(({ bomFormat }) => bomFormat === 'CycloneDX'),
    spdx: ofFormat('spdx').filter((document) => /^SPDX-2\.\d+$/.test(textAt(document, 'spdxVersion') ?? '')),
  };
}

/**
 * Returns one CycloneDX document about an image with the components and dependencies of all documents. Components with the same
 * `bom-ref` are listed once.
 */
export function mergedSbom(image: SignedImage, documents: readonly JsonObject[]): JsonObject {
  const components = documents.flatMap((document) => objectsAt(document, 'components'));
  const versions = documents.map((document) => textAt(document, 'specVersion') ?? '').toSorted(byVersion);
  return {
    bomFormat: 'CycloneDX',
    specVersion: versions.at(-1) ?? '1.4',
    version: 1,
    metadata: {
      component: {
        'bom-ref': `${repositoryName(image)}@${image.digest}`,
        type: 'container',
        name: repositoryName(image),
        version: image.digest,
      },
    },
    components: distinct(components),
    dependencies: mergedDependencies(documents.flatMap((document) => objectsAt(document, 'dependencies'))),
  };
}

function distinct(components: readonly JsonObject[]): readonly JsonObject[] {
  const found = new Map<string, JsonObject>();
  for (const component of components) {
    const key = textAt(component, 'bom-ref') ?? JSON.stringify(component);
    if (!found.has(key)) found.set(key, component);
  }
  return [...found.values()];
}

function mergedDependencies(dependencies: readonly JsonObject[]): readonly JsonObject[] {
  const found = new Map<string, Set<string>>();
  for (const dependency of dependencies) {
    const ref = textAt(dependency, 'ref') ?? '';
    const known = found.get(ref) ?? new Set();
    for (const other of stringsAt(dependency, 'dependsOn')) known.add(other);
    found.set(ref, known);
  }
  return [...found].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn] }));
}

/** Compares versions such as 1.4 and 1.10 by their numbers. */
function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
