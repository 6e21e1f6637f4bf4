import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { SourceInputs } from '../../../core/model/build-inputs.ts';
import { repositoryName } from '../../../core/model/image-reference.ts';
import { asImageConfig } from '../../../core/model/objects/image-config.ts';
import type { RegistryClient } from '../../../clients/registry/client/registry-client.ts';
import { sourceRegistryFailure } from '../../registry-failure.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { applyLayer } from '../archive/apply-layer.ts';
import { makeTree } from '../archive/tree.ts';
import { unpack } from '../archive/unpack.ts';
import type { FetchDependencies } from '../dependencies.ts';
import { systemError } from '../../../core/model/step-failures/system-error.ts';
import { makeBudget } from '../source/budget.ts';
import type { Fetched } from '../source/fetched.ts';
import type { Scratch } from '../source/workspace.ts';
import { readReference, registryClientOf } from './access.ts';
import { readPullSecrets, type RegistryCredentials, joinCredentials } from './credentials.ts';

type ImageSource = Extract<SourceInputs, { kind: 'registry' }>;
type Config = Awaited<ReturnType<RegistryClient['config']>>;

/** kpack's label of a source image that contains an archive, and its values for archives (pkg/registry/fetch.go). */
const CONTENT_TYPE_LABEL = 'source.contenttype.kpack.io';
const ARCHIVES: readonly (string | undefined)[] = ['zip', 'jar', 'war', 'tar', 'tar.gz'];

/** The default of go-containerregistry on every node, because a source has no architecture. */
const PLATFORM = { os: 'linux', architecture: 'amd64' };

/** Pulls an image and unpacks its layers, or the archive that it contains. Rejects with `PrepareError`. */
export async function fetchImage(
  dependencies: FetchDependencies,
  source: ImageSource,
  credentials: RegistryCredentials,
  scratch: Scratch,
): Promise<Fetched> {
  dependencies.log(`Pulling ${source.image}...`);
  const reference = readReference(source.image);
  const own = await readPullSecrets(source.pullSecrets, dependencies.redaction);
  const client = registryClientOf(dependencies, joinCredentials(own, credentials));
  try {
    const config = await client.config(reference, PLATFORM);
    const isArchive = ARCHIVES.includes(asImageConfig(config.json).config.Labels.get(CONTENT_TYPE_LABEL));
    const layersTo = isArchive ? scratch.downloads : scratch.source;
    const tree = makeTree(layersTo, makeBudget(dependencies.limits, dependencies.signal));
    for (const layer of config.layers) await applyLayer(client.blob(reference, layer), tree);
    await tree.finish();
    if (isArchive) await unpackOnlyFile(dependencies, config, scratch);
    dependencies.log(`Successfully pulled ${source.image}, digest ${config.manifest.digest}`);
    return {
      type: 'image',
      metadata: { image: repositoryName(reference) },
      version: { digest: config.manifest.digest },
    };
  } catch (error) {
    throw systemError(sourceRegistryFailure(error), 'ArchiveInvalid', `cannot unpack the layers of ${source.image}`);
  }
}

async function unpackOnlyFile(
  { limits, signal }: FetchDependencies,
  { layers }: Config,
  scratch: Scratch,
): Promise<void> {
  const file = await onlyFile(scratch.downloads, layers.length);
  await unpack(path.join(scratch.downloads, file), scratch.source, { stripComponents: 0, limits, signal });
}

/** Returns the name of the archive: the only file of the only layer. Rejects with `ArchiveInvalid`. */
async function onlyFile(directory: string, layers: number): Promise<string> {
  const entries = await readdir(directory, { withFileTypes: true });
  const [entry] = entries;
  if (layers === 1 && entries.length === 1 && entry?.isFile() === true) return entry.name;
  throw new PrepareError(
    'ArchiveInvalid',
    `the label ${CONTENT_TYPE_LABEL} says that the source image contains an archive, but the image is not one layer with one file: push the archive as the only file or remove the label`,
  );
}
