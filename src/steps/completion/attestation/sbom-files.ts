import { asImageConfig } from '../../../core/model/objects/image-config.ts';
import { fields, text } from '../../../core/model/objects/reader.ts';
import type { PulledConfig } from '../../../clients/registry/client/manifests/pull-config.ts';
import type { RegistryClient } from '../../../clients/registry/client/registry-client.ts';
import { layerFiles } from '../../../clients/registry/layer-files.ts';
import type { SignedImage } from '../../../clients/signing/payload.ts';
import { label } from './findings.ts';

/** Buildpacks write the SBOMs, so their size is limited. */
export const MAX_SBOM_LAYER_BYTES = 33_554_432;

/** The documents about the parts of buildpacks that the image contains (CNB Buildpack API, "Bill-of-Materials"). */
const DOCUMENTS = /(?:^|\/)sbom\/launch\/.*sbom\.(?<format>cdx|spdx)\.json$/;

/** The files of each format, by path. */
export interface SbomFiles {
  readonly cyclonedx: readonly Buffer[];
  readonly spdx: readonly Buffer[];
}

const asLayersMetadata = fields({ sbom: fields({ sha: text }) });

/**
 * Returns the CycloneDX and SPDX files in the SBOM layer of an image. Returns empty lists if the image has no such layer. Rejects with
 * `RegistryError`, and with an `Error` if the layer is too large or invalid.
 */
export async function sbomFiles(
  client: Pick<RegistryClient, 'blob'>,
  image: SignedImage,
  { json, layers }: Pick<PulledConfig, 'json' | 'layers'>,
): Promise<SbomFiles> {
  const { sha = '' } = asLayersMetadata(label(json, 'io.buildpacks.lifecycle.metadata')).sbom;
  const layer = layers[asImageConfig(json).rootfs.diff_ids.indexOf(sha)];
  if (layer === undefined) return { cyclonedx: [], spdx: [] };
  const limits = { isWanted: (path: string) => DOCUMENTS.test(path), maxBytes: MAX_SBOM_LAYER_BYTES };
  const files = [...(await layerFiles(client.blob(image, layer), limits))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, content]) => ({ format: DOCUMENTS.exec(file)?.groups?.['format'], content }));
  const ofFormat = (wanted: string): readonly Buffer[] =>
    files.filter(({ format }) => format === wanted).map(({ content }) => content);
  return { cyclonedx: ofFormat('cdx'), spdx: ofFormat('spdx') };
}
