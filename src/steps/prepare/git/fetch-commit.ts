import { PrepareError } from '../prepare-error.ts';
import { unknownRevision, type Wanted } from './revision.ts';
import type { Git } from './run-git.ts';

const FETCH = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-gc'];

/** Where what is fetched is kept until it is checked out. */
const KEPT = 'refs/taskpack';

/** Fetches what is wanted, alone where the server lets it, and answers the commit. Rejects with `RevisionNotFound`. */
export async function fetchCommit(git: Git, directory: string, wanted: Wanted): Promise<string> {
  switch (wanted.kind) {
    case 'ref':
      await fetchOne(git, directory, wanted.name);
      return commitOf(git, directory, `${KEPT}/source`, wanted.name);
    case 'commit':
      await fetchOne(git, directory, wanted.id).catch(async (error: unknown) => {
        if (!mayBeOlder(error)) throw error;
        await fetchAll(git, directory);
      });
      return commitOf(git, directory, wanted.id, wanted.id);
    case 'abbreviated':
      await fetchAll(git, directory);
      return commitOf(git, directory, wanted.id, wanted.id);
  }
}

/** Fetches one thing without its history. */
async function fetchOne(git: Git, directory: string, what: string): Promise<void> {
  await git(directory, [...FETCH, '--depth=1', '--', 'origin', `+${what}:${KEPT}/source`]);
}

/** All branches and tags with their history, which holds whatever the server has of commits. */
async function fetchAll(git: Git, directory: string): Promise<void> {
  const all = [`+refs/heads/*:${KEPT}/heads/*`, `+refs/tags/*:${KEPT}/tags/*`];
  await git(directory, [...FETCH, '--', 'origin', ...all]);
}

/** Many servers give nothing but the tips of branches and tags; plain files over HTTP know no shallow clones. */
function mayBeOlder(error: unknown): boolean {
  return error instanceof PrepareError && (error.code === 'RevisionNotFound' || /shallow/.test(error.message));
}

async function commitOf(git: Git, directory: string, name: string, asked: string): Promise<string> {
  try {
    const id = await git(directory, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    return id.trim();
  } catch (error) {
    // Told to be quiet, git says nothing of a name that it does not know.
    if (!(error instanceof PrepareError && error.code === 'PrepareFailed')) throw error;
    throw unknownRevision(asked);
  }
}
