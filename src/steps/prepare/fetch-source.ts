import type { ApplicationInputs, CredentialInputs } from '../../core/model/build-inputs.ts';
import { fetchBlob } from './blob/fetch-blob.ts';
import type { FetchDependencies, PrepareDependencies } from './dependencies.ts';
import { fetchGit } from './git/fetch-git.ts';
import type { RegistryCredentials } from './registry/credentials.ts';
import { fetchImage } from './registry/fetch-image.ts';
import { fetchDirectory } from './source/fetch-directory.ts';
import type { Fetched } from './source/fetched.ts';
import { emptyDirectory, fixTimes, foreignEntry, moveSubPath, type Scratch, withScratch } from './source/workspace.ts';

/** Fetches the source and moves the content of its sub path to the workspace. Two runs give the same bytes, modes and times. */
export async function fetchSource(
  dependencies: PrepareDependencies,
  { source, sourceLimits, subPath = '' }: ApplicationInputs,
  credentials: CredentialInputs,
  registry: RegistryCredentials,
): Promise<Fetched> {
  const { workspace } = dependencies.paths;
  const bounded: FetchDependencies = { ...dependencies, limits: sourceLimits };
  const fetchTo = async (scratch: Scratch): Promise<Fetched> => {
    switch (source.kind) {
      case 'git':
        return fetchGit(bounded, source, credentials, scratch);
      case 'blob':
        return fetchBlob(bounded, source, credentials, scratch);
      case 'registry':
        return fetchImage(bounded, source, registry, scratch);
      case 'directory':
        return fetchDirectory(bounded, source, subPath, scratch);
    }
  };
  try {
    await emptyDirectory(workspace);
    const fetched = await withScratch(dependencies.paths, async (scratch) => {
      const result = await fetchTo(scratch);
      await moveSubPath(scratch.source, source.kind === 'directory' ? '' : subPath, workspace);
      return result;
    });
    fixTimes(workspace);
    return fetched;
  } catch (error) {
    throw foreignEntry(error, workspace);
  }
}
