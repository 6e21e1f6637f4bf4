import { tmpdir } from 'node:os';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { localFiles, type LocalFiles } from '../../clients/local-source/local-files.ts';
import { pushSource } from '../../clients/local-source/push-source.ts';
import { ChangedFileError, sourceLayer } from '../../clients/local-source/source-layer.ts';
import {
  parseImageReference,
  parseTag,
  repositoryName,
  type ImageReference,
} from '../../core/model/image-reference.ts';
import { defined } from '../../core/model/defined.ts';
import { asImage } from '../../core/model/objects/image.ts';
import { fieldNote } from '../../core/model/problem.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { withCluster } from '../cluster.ts';
import { readImage } from '../image-builds.ts';
import type { ClusterFlags, RegistryFlags } from '../options.ts';
import { failure, reportProblems } from '../problems.ts';
import { withRegistry } from '../registry/open-registry.ts';
import { systemMessage, type Terminal } from '../terminal.ts';
import { buildSource } from './build-source.ts';
import { counted } from '../../core/model/counted.ts';

/** The parsed options of `taskpack build`. */
export interface BuildFlags extends ClusterFlags, RegistryFlags {
  readonly localPath: string;
  readonly localPathDestinationImage?: string;
  readonly includeGit?: true;
  /** The value of the Image's annotation. Absent: the annotation stays. */
  readonly execEnv?: string;
  readonly namespace?: string;
  readonly wait?: true;
}

/** Runs `taskpack build`. */
export async function runBuild(name: string, flags: BuildFlags, terminal: Terminal): Promise<void> {
  const files = await filesOf(flags);
  await withCluster(flags, terminal, async (cluster) => {
    const image = await readImage(cluster.client, { namespace: flags.namespace ?? cluster.namespace, name });
    const source = await push(files, destinationOf(image, flags), flags, terminal);
    await buildSource(cluster, { image, source, ...defined({ execEnv: flags.execEnv }) }, flags, terminal);
  });
}

async function filesOf({ localPath, includeGit }: BuildFlags): Promise<LocalFiles> {
  const found = await localFiles(localPath, systemMessage, { includeGit: includeGit === true });
  if (found.problems.length > 0) throw failure(found.problems);
  return found;
}

/**
 * Returns the repository for the source: the repository of the Image's tag with the suffix of `kp`, unless an option
 * names another one.
 */
function destinationOf(image: KubeObject, { localPathDestinationImage: destination }: BuildFlags): ImageReference {
  const { tag = '' } = asImage(image).spec;
  const reference = destination === undefined ? parseTag(tag) : parseImageReference(destination);
  if (reference === undefined)
    throw failure(`the tag ${JSON.stringify(tag)} of Image ${image.metadata.name} is invalid`);
  const { registry, repository } = reference;
  return { registry, repository: destination === undefined ? `${repository}-source` : repository };
}

/** Pushes the files and returns the reference of their image. */
async function push(
  { files, isWithoutGit }: LocalFiles,
  to: ImageReference,
  flags: RegistryFlags,
  terminal: Terminal,
): Promise<string> {
  const layer = await sourceLayer(files, tmpdir()).catch((error: unknown) => {
    throw failure(error instanceof ChangedFileError ? error.message : `the source: ${readError(error)}`);
  });
  try {
    const count = `${counted(files.length, 'file')}${isWithoutGit ? ' without .git' : ''}`;
    reportProblems([fieldNote([], `pushes ${count} to ${repositoryName(to)}`)], terminal.errors);
    return await withRegistry(flags, terminal, async (client) =>
      pushSource(client, to, layer, Math.floor(Date.now() / 1000)),
    );
  } catch (error) {
    throw error instanceof RegistryError ? failure(error.message) : error;
  } finally {
    await layer.close();
  }
}

function readError(error: unknown): string {
  const place = error instanceof Error && 'path' in error ? error.path : undefined;
  return typeof place === 'string' ? `${place}: ${systemMessage(error)}` : systemMessage(error);
}
