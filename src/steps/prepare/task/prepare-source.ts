import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../../http/error-code.ts';
import type { CredentialInputs } from '../../../model/build-inputs.ts';
import { readRegistrySecrets } from '../credentials/registry-credentials.ts';
import { PrepareError } from '../prepare-error.ts';
import { fetchSource } from '../source/fetch-source.ts';
import type { Fetched } from '../source/fetched.ts';
import type { World } from '../world.ts';
import { gitSecrets } from './git-secrets.ts';
import type { SourceArguments } from './source-arguments.ts';
import { sourceLimits } from './source-limits.ts';

/** Fetches a source into a workspace, for Tasks that come after. Rejects with `PrepareError`. */
export async function prepareSource(world: World, args: SourceArguments): Promise<void> {
  const workspace = await outputDirectory(args, world.user);
  const secrets = await mkdtemp(path.join(world.paths.home, '.secrets-'));
  try {
    const credentials = await credentialsOf(args, secrets);
    const { source, resultFiles } = args;
    const application = { source, sourceLimits: await sourceLimits(world), environment: [] };
    const registry = await readRegistrySecrets(credentials.registry, world.redaction);
    const paths = { ...world.paths, workspace };
    await writeResults(await fetchSource({ ...world, paths }, application, credentials, registry), resultFiles);
  } finally {
    await rm(secrets, { recursive: true, force: true });
  }
}

async function credentialsOf(args: SourceArguments, folder: string): Promise<CredentialInputs> {
  const { source, gitCredentials, credentials, trustUnknownSshHosts } = args;
  return {
    source: source.kind === 'git' ? await gitSecrets(gitCredentials, source.url, folder) : [],
    registry: credentials.map((directory) => ({ kind: 'dockerconfigjson', path: directory })),
    imagePull: [],
    trustUnknownSshHosts,
  };
}

/** Git-clone's results, and the digest of what has no commit; where there is none, a result is empty. */
async function writeResults(fetched: Fetched, files: ReadonlyMap<string, string>): Promise<void> {
  const isGit = fetched.type === 'git';
  const results: Readonly<Record<string, string>> = {
    commit: isGit ? fetched.version.commit : '',
    url: addressOf(fetched),
    'committer-date': isGit ? (fetched.committed ?? '') : '',
    digest: digestOf(fetched),
  };
  for (const [name, file] of files) {
    const value = results[name];
    if (value === undefined) throw new PrepareError('InputsUnusable', `prepare has no result ${JSON.stringify(name)}`);
    await writeFile(file, value);
  }
}

function addressOf(fetched: Fetched): string {
  switch (fetched.type) {
    case 'git':
      return fetched.metadata.repository;
    case 'blob':
      return fetched.metadata.url;
    case 'image':
      return fetched.metadata.image;
    case 'directory':
      return '';
  }
}

function digestOf(fetched: Fetched): string {
  switch (fetched.type) {
    case 'git':
    case 'directory':
      return '';
    case 'blob':
      return `sha256:${fetched.version.sha256sum}`;
    case 'image':
      return fetched.version.digest;
  }
}

/** The directory of the workspace that the source goes to; `..` leads no further up than the workspace. */
async function outputDirectory({ output, subdirectory }: SourceArguments, user: World['user']): Promise<string> {
  const directory = path.join(output, path.join('/', subdirectory));
  try {
    await mkdir(directory, { recursive: true });
    await rm(await mkdtemp(path.join(directory, '.taskpack-')), { recursive: true });
    return directory;
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error;
    throw new PrepareError(
      'InputsUnusable',
      `the user ${user.uid}:${user.gid}, as whom this run fetches, cannot write to the workspace output: give all runs on the volume a podTemplate with an fsGroup, as {"securityContext":{"fsGroup":${user.gid}}}`,
      error,
    );
  }
}
