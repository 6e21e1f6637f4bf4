import { parseImageReference, type ImageReference } from '../../model/image-reference.ts';
import { objectAt, textAt } from '../../model/json-field.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../model/json.ts';
import { layerFiles } from '../../registry/layer-files.ts';
import type { RegistryClient } from '../../registry/client/registry-client.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import {
  diffIdsOf,
  imageContentView,
  packagesOf,
  sbomDiffId,
  type ImageContentView,
  type ImageInput,
  type PackageView,
} from '../../views/image-content-view.ts';
import { DEFAULT_PLATFORM, type RegistryFlags } from '../options.ts';
import { withRegistry } from '../registry/open-registry.ts';
import type { Terminal } from '../terminal.ts';

/** The content of the built image, or why it is not known. */
export interface ReadContent {
  readonly content?: ImageContentView;
  readonly gap?: string;
}

type Client = Pick<RegistryClient, 'config' | 'blob'>;

/** Reads the built image and the previous one with docker's credentials of this machine. */
export async function readContent(build: JsonObject, flags: RegistryFlags, terminal: Terminal): Promise<ReadContent> {
  const built = parseImageReference(textAt(objectAt(build, 'status'), 'latestImage') ?? '');
  if (built === undefined) return {};
  const previous = parseImageReference(textAt(objectAt(objectAt(build, 'spec'), 'lastBuild'), 'image') ?? '');
  return withRegistry(flags, terminal, async (client) => {
    try {
      return await contentOf(client, built, previous);
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      return { gap: `The layers and packages of the image: ${error.message}` };
    }
  });
}

async function contentOf(
  client: Client,
  built: ImageReference,
  previous: ImageReference | undefined,
): Promise<ReadContent> {
  const image = await readImage(client, built);
  // The previous image may be deleted by now.
  const before = previous && (await readImage(client, previous).catch(ignoreRegistry));
  try {
    return { content: imageContentView(image, before, await readPackages(client, built, image)) };
  } catch (error) {
    // Another program may have written a layer that is not an archive. zlib and tar-stream report that with plain errors.
    const message = error instanceof Error ? error.message : String(error);
    return { content: imageContentView(image, before), gap: `The packages of the image: ${message}` };
  }
}

async function readImage(client: Client, reference: ImageReference): Promise<ImageInput> {
  const { layers, json } = await client.config(reference, DEFAULT_PLATFORM);
  return { layers, config: isJsonObject(json) ? json : {} };
}

function ignoreRegistry(error: unknown): undefined {
  if (error instanceof RegistryError) return undefined;
  throw error;
}

/** A layer with software bills of materials is much smaller. */
const MAX_SBOM_BYTES = 64 * 1024 * 1024;

/** The files of a buildpack, in the order in which they are preferred (buildpacks specification, "Bill-of-Materials"). */
const FORMATS = ['sbom.cdx.json', 'sbom.syft.json', 'sbom.spdx.json'];

async function readPackages(
  client: Client,
  repository: ImageReference,
  { layers, config }: ImageInput,
): Promise<readonly PackageView[] | undefined> {
  const sha = sbomDiffId(config);
  const layer = sha === undefined ? undefined : layers[diffIdsOf(config).indexOf(sha)];
  if (layer === undefined || layer.size > MAX_SBOM_BYTES) return undefined;
  const files = await readFiles(client, repository, layer);
  const folders = new Set([...files.keys()].map((path) => path.slice(0, path.lastIndexOf('/'))));
  return [...folders].flatMap((folder) => {
    const file = FORMATS.map((format) => files.get(`${folder}/${format}`)).find((each) => each !== undefined);
    const document = file && parseJson(file.toString());
    return isJsonObject(document) ? packagesOf(document, buildpackOf(folder)) : [];
  });
}

function isWanted(path: string): boolean {
  return /\/sbom\/launch\/.*sbom\.(?:cdx|syft|spdx)\.json$/.test(path);
}

async function readFiles(client: Client, repository: ImageReference, layer: ImageInput['layers'][number]) {
  return layerFiles(client.blob(repository, layer), { isWanted, maxBytes: MAX_SBOM_BYTES });
}

/** The folder is `layers/sbom/launch/BUILDPACK/LAYER`, and a buildpack's id has `_` instead of `/`. */
function buildpackOf(folder: string): string {
  return (/\/sbom\/launch\/([^/]*)/.exec(folder)?.[1] ?? '').replaceAll('_', '/');
}
