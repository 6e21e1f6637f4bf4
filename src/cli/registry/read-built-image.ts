import { boundedText } from '../../core/model/bounded-messages.ts';
import type { ImageReference } from '../../core/model/image-reference.ts';
import { isJsonObject, parseBoundedJson } from '../../core/model/json.ts';
import { layerFiles } from '../../clients/registry/layer-files.ts';
import type { RegistryClient } from '../../clients/registry/client/registry-client.ts';
import { diffIdsOf, sbomDiffId, type OciImage } from '../../insight/views/image-layers.ts';
import { MAX_PACKAGES, packagesOf, type PackageView } from '../../insight/views/packages.ts';
import { DEFAULT_PLATFORM } from '../options.ts';

/** The packages of an image, as far as they could be read. */
export interface ReadPackages {
  /** Absent if the image has no software bill of materials, or it cannot be read. */
  readonly packages?: readonly PackageView[];
  /** Why packages are missing, as a sentence without its full stop. */
  readonly gap?: string;
}

type Client = Pick<RegistryClient, 'config' | 'blob'>;

/** Reads the layers and the configuration of an image. Rejects with `RegistryError`. */
export async function readOciImage(client: Pick<Client, 'config'>, reference: ImageReference): Promise<OciImage> {
  const { layers, json } = await client.config(reference, DEFAULT_PLATFORM);
  return { layers, config: json };
}

/** A layer with software bills of materials is much smaller. */
const MAX_SBOM_BYTES = 64 * 1024 * 1024;

/** The list items and fields of all files. A package has about 40 of them, so 50,000 packages fit. */
const MAX_SBOM_ENTRIES = 2_000_000;

/** Reads the software bills of materials in an image: one for each buildpack layer. */
export async function readPackages(
  client: Pick<Client, 'blob'>,
  repository: ImageReference,
  { layers, config }: OciImage,
): Promise<ReadPackages> {
  const sha = sbomDiffId(config);
  if (sha === undefined) return { gap: 'the image has no software bill of materials' };
  const layer = layers[diffIdsOf(config).indexOf(sha)];
  if (layer === undefined) return { gap: 'the image lacks the layer with the software bills of materials' };
  try {
    const blob = client.blob(repository, layer);
    return packagesIn(
      await layerFiles(blob, {
        isWanted: (path) => /\/sbom\/launch\/.{0,1000}sbom\.(?:cdx|syft|spdx)\.json$/.test(path),
        maxBytes: MAX_SBOM_BYTES,
      }),
    );
  } catch (error) {
    // Another program may have written a layer that is not an archive. zlib and tar-stream report that with plain errors.
    return { gap: error instanceof Error ? error.message : String(error) };
  }
}

/** The files of a buildpack, in the order in which they are preferred (buildpacks specification, "Bill-of-Materials"). */
const FORMATS = ['sbom.cdx.json', 'sbom.syft.json', 'sbom.spdx.json'];

function packagesIn(files: ReadonlyMap<string, Buffer>): ReadPackages {
  const folders = new Set([...files.keys()].map((path) => path.slice(0, path.lastIndexOf('/'))));
  const all: PackageView[] = [];
  const unread: string[] = [];
  let entries = MAX_SBOM_ENTRIES;
  for (const folder of folders) {
    // The folder is `layers/sbom/launch/BUILDPACK/LAYER`, and a buildpack's id has `_` instead of `/`.
    const name = /\/sbom\/launch\/([^/]*)/.exec(folder)?.[1] ?? '';
    const buildpack = boundedText(name, MAX_ID).replaceAll('_', '/');
    const file = FORMATS.map((format) => files.get(`${folder}/${format}`)).find((each) => each !== undefined);
    const read = parseBoundedJson(file?.toString() ?? '', { bytes: MAX_SBOM_BYTES, entries });
    if (read.kind === 'value') entries -= read.entries;
    const packages = read.kind === 'value' && isJsonObject(read.value) ? packagesOf(read.value, buildpack) : [];
    for (const each of packages.slice(0, MAX_PACKAGES)) all.push(each);
    const fault = packages.length > MAX_PACKAGES ? `more than ${MAX_PACKAGES} packages` : FAULTS[read.kind];
    if (fault !== undefined) unread.push(`a file of ${buildpack} has ${fault}`);
  }
  const [first] = unread;
  const more = unread.length === 1 ? '' : `, and ${unread.length - 1} more are incomplete`;
  return { packages: all, ...(first !== undefined && { gap: `${first}${more}` }) };
}

const FAULTS = {
  value: undefined,
  invalid: 'no valid JSON',
  'too-large': 'more fields than taskpack reads',
} as const;

/** The id of a buildpack is shorter. A hostile layer can have longer paths. */
const MAX_ID = 256;
