import type { ApplicationInputs, CredentialInputs } from '../../../model/build-inputs.ts';
import type { RegistryCredentials } from '../credentials/registry-credentials.ts';
import { fetchBlob } from '../blob/fetch-blob.ts';
import { fetchGit } from '../git/fetch-git.ts';
import { fetchImage } from '../image/fetch-image.ts';
import { withScratch, type Scratch } from '../scratch.ts';
import type { SourceWorld, World } from '../world.ts';
import { emptyDirectory } from './empty-directory.ts';
import { fetchDirectory } from './fetch-directory.ts';
import type { Fetched } from './fetched.ts';
import { fixTimes } from './fix-times.ts';
import { moveSubPath } from './sub-path.ts';

/** Fetches the source and puts its sub path's content into the workspace, the same bytes, modes and times each time. */
export async function fetchSource(
  world: World,
  { source, sourceLimits, subPath = '' }: ApplicationInputs,
  credentials: CredentialInputs,
  registry: RegistryCredentials,
): Promise<Fetched> {
  const { workspace } = world.paths;
  const bounded: SourceWorld = { ...world, limits: sourceLimits };
  const fetch = async (scratch: Scratch): Promise<Fetched> => {
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
  await emptyDirectory(workspace);
  const fetched = await withScratch(world.paths, async (scratch) => {
    const result = await fetch(scratch);
    await moveSubPath(scratch.source, source.kind === 'directory' ? '' : subPath, workspace);
    return result;
  });
  fixTimes(workspace);
  return fetched;
}
