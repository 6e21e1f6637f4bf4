import path from 'node:path';
import type { SourceInputs } from '../../../model/build-inputs.ts';
import { repositoryName } from '../../../model/image-reference.ts';
import { isJsonObject, type JsonObject } from '../../../model/json.ts';
import type { RegistryClient } from '../../../registry/client/registry-client.ts';
import { makeBudget } from '../archive/budget.ts';
import { makeTree } from '../archive/tree.ts';
import { unpack } from '../archive/unpack.ts';
import { readReference } from '../access/read-reference.ts';
import { sourceRegistryFailure } from '../access/registry-failure.ts';
import { registryClientOf } from '../access/registry-client-of.ts';
import { readPullSecrets, withMore, type RegistryCredentials } from '../credentials/registry-credentials.ts';
import type { Scratch } from '../scratch.ts';
import type { Fetched } from '../source/fetched.ts';
import { systemError } from '../system-error.ts';
import type { SourceWorld } from '../world.ts';
import { applyLayer } from './apply-layer.ts';
import { onlyFile } from './only-file.ts';

type ImageSource = Extract<SourceInputs, { kind: 'registry' }>;
type Config = Awaited<ReturnType<RegistryClient['config']>>;

/** kpack's label of an image that holds an archive, and the values for which it does (pkg/registry, fetch.go). */
const CONTENT_TYPE_LABEL = 'source.contenttype.kpack.io';
const ARCHIVES: readonly unknown[] = ['zip', 'jar', 'war', 'tar', 'tar.gz'];

/** go-containerregistry's, whatever the node is: a source has no architecture. */
const PLATFORM = { os: 'linux', architecture: 'amd64' };

/** Pulls an image and unpacks its layers, or the archive in it. Rejects with `PrepareError`. */
export async function fetchImage(
  world: SourceWorld,
  source: ImageSource,
  credentials: RegistryCredentials,
  scratch: Scratch,
): Promise<Fetched> {
  world.log(`Pulling ${source.image}...`);
  const reference = readReference(source.image);
  const own = await readPullSecrets(source.pullSecrets, world.redaction);
  const client = registryClientOf(world, withMore(own, credentials));
  try {
    const config = await client.config(reference, PLATFORM);
    const isArchive = ARCHIVES.includes(labelsOf(config.json)[CONTENT_TYPE_LABEL]);
    const layersTo = isArchive ? scratch.downloads : scratch.source;
    const tree = makeTree(layersTo, makeBudget(world.limits, world.signal));
    for (const layer of config.layers) await applyLayer(client.blob(reference, layer), tree);
    await tree.finish();
    if (isArchive) await unpackOnlyFile(world, config, scratch);
    world.log(`Successfully pulled ${source.image}, digest ${config.manifest.digest}`);
    return {
      type: 'image',
      metadata: { image: repositoryName(reference) },
      version: { digest: config.manifest.digest },
    };
  } catch (error) {
    throw systemError(
      sourceRegistryFailure(error),
      'ArchiveInvalid',
      `the layers of ${source.image} cannot be unpacked`,
    );
  }
}

async function unpackOnlyFile({ limits, signal }: SourceWorld, { layers }: Config, scratch: Scratch): Promise<void> {
  const file = await onlyFile(scratch.downloads, layers.length);
  await unpack(path.join(scratch.downloads, file), scratch.source, { stripComponents: 0, limits, signal });
}

function labelsOf({ config }: JsonObject): JsonObject {
  const labels = isJsonObject(config) ? config['Labels'] : undefined;
  return isJsonObject(labels) ? labels : {};
}
