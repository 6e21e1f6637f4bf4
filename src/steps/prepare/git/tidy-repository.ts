import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from '../../../clients/git/run-git.ts';

/** Files that depend on how the commit was fetched, and files without content. */
const REMOVED_PATHS = ['FETCH_HEAD', 'ORIG_HEAD', 'index', 'logs', 'hooks', 'packed-refs', 'refs', 'shallow', 'info'];

/**
 * Reduces a repository to data that depends only on its commit: the commit without history, one pack with a fixed order and
 * compression, and an index without times and inodes. So two builds give the same image even if a buildpack copies `.git`.
 */
export async function tidyRepository(git: Git, gitDirectory: string): Promise<void> {
  const inside = ['--git-dir=.'];
  const commit = (await git(gitDirectory, [...inside, 'rev-parse', '--verify', 'HEAD^{commit}'])).trim();
  const object = await git(gitDirectory, [...inside, 'cat-file', 'commit', commit]);
  for (const removed of REMOVED_PATHS) await rm(path.join(gitDirectory, removed), { recursive: true, force: true });
  await mkdir(path.join(gitDirectory, 'refs/heads'), { recursive: true });
  await mkdir(path.join(gitDirectory, 'refs/tags'));
  await writeFile(path.join(gitDirectory, 'HEAD'), `${commit}\n`);
  if (hasParent(object)) await writeFile(path.join(gitDirectory, 'shallow'), `${commit}\n`);
  await git(gitDirectory, [...inside, ...ONE_PACK]);
  await git(gitDirectory, [...inside, 'prune', '--expire=now']);
  await git(gitDirectory, [...inside, 'read-tree', 'HEAD']);
}

/** One thread and no deltas make the pack deterministic. Without reuse, it does not depend on the server's packs. */
const ONE_PACK = [
  '-c',
  'pack.threads=1',
  '-c',
  'pack.compression=1',
  'repack',
  '-a',
  '-d',
  '-F',
  '-n',
  '-q',
  '--window=0',
];

/** Returns the repositories of the submodules, recursively. */
export async function moduleRepositories(gitDirectory: string): Promise<readonly string[]> {
  const modules = path.join(gitDirectory, 'modules');
  if (!existsSync(modules)) return [];
  const found: string[] = [];
  for (const name of (await readdir(modules)).toSorted())
    found.push(...(await repositoriesIn(path.join(modules, name))));
  return found;
}

/** The name of a submodule can contain slashes. */
async function repositoriesIn(directory: string): Promise<readonly string[]> {
  if (existsSync(path.join(directory, 'HEAD'))) return [directory, ...(await moduleRepositories(directory))];
  const names = (await readdir(directory)).toSorted();
  return (await Promise.all(names.map(async (name) => repositoriesIn(path.join(directory, name))))).flat();
}

/** The first empty line ends the header of a commit. */
function hasParent(commit: string): boolean {
  return /^parent /m.test(commit.split('\n\n', 1)[0] ?? '');
}
