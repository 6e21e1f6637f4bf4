import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../../core/model/error-code.ts';
import type { CredentialInputs } from '../../../core/model/build-inputs.ts';
import { readRegistrySecrets } from '../registry/credentials.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { fetchSource } from '../fetch-source.ts';
import type { Fetched } from '../source/fetched.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { gitSecrets } from './git-secrets.ts';
import type { SourceArguments } from './source-arguments.ts';
import { sourceLimits } from './source-limits.ts';

/** Fetches a source into a workspace for later Tasks. Rejects with `PrepareError`. */
export async function prepareSource(dependencies: PrepareDependencies, args: SourceArguments): Promise<void> {
  const workspace = await outputDirectory(args, dependencies.user);
  const secrets = await mkdtemp(path.join(dependencies.paths.credentials, '.secrets-'));
  try {
    const credentials = await credentialsOf(args, secrets);
    const { source, resultFiles } = args;
    const application = { source, sourceLimits: await sourceLimits(dependencies), environment: [] };
    const registry = await readRegistrySecrets(credentials.registry, dependencies.redaction);
    const paths = { ...dependencies.paths, workspace };
    await writeResults(await fetchSource({ ...dependencies, paths }, application, credentials, registry), resultFiles);
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

/** Writes the results of the git-clone Task, and the digest of an archive or image. A missing value is empty. */
async function writeResults(fetched: Fetched, files: ReadonlyMap<string, string>): Promise<void> {
  const isGit = fetched.type === 'git';
  const results: Readonly<Record<string, string>> = {
    commit: isGit ? fetched.version.commit : '',
    url: addressOf(fetched),
    'committer-date': isGit ? (fetched.committerDate ?? '') : '',
    digest: digestOf(fetched),
  };
  for (const [name, file] of files) {
    const value = results[name];
    if (value === undefined)
      throw new PrepareError(
        'InputsUnusable',
        `prepare has no result ${JSON.stringify(name)}: use the Task and the steps image of the same taskpack release`,
      );
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

/** Creates the output directory and checks that it is writable. `..` cannot lead out of the workspace. */
async function outputDirectory(
  { output, subdirectory }: SourceArguments,
  user: PrepareDependencies['user'],
): Promise<string> {
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
      `the run has user ${user.uid}:${user.gid}, who cannot write to the workspace output: set podTemplate: {"securityContext":{"fsGroup":${user.gid}}} for all runs that use the volume`,
      error,
    );
  }
}
