import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from './run-git.ts';

/** What tells of the way that the commit came, or of nothing. */
const TRACES = ['FETCH_HEAD', 'ORIG_HEAD', 'index', 'logs', 'hooks', 'packed-refs', 'refs', 'shallow', 'info'];

/**
 * Leaves of a repository what follows from its commit: that alone, without history, in one pack whose order and
 * compression are always the same, and an index without times and inodes. So two runs give the same image, with
 * whatever buildpack copies `.git`.
 */
export async function tidyRepository(git: Git, gitDirectory: string): Promise<void> {
  const inside = ['--git-dir=.'];
  const commit = (await git(gitDirectory, [...inside, 'rev-parse', '--verify', 'HEAD^{commit}'])).trim();
  const object = await git(gitDirectory, [...inside, 'cat-file', 'commit', commit]);
  for (const trace of TRACES) await rm(path.join(gitDirectory, trace), { recursive: true, force: true });
  await mkdir(path.join(gitDirectory, 'refs/heads'), { recursive: true });
  await mkdir(path.join(gitDirectory, 'refs/tags'));
  await writeFile(path.join(gitDirectory, 'HEAD'), `${commit}\n`);
  if (hasParent(object)) await writeFile(path.join(gitDirectory, 'shallow'), `${commit}\n`);
  await git(gitDirectory, [...inside, ...ONE_PACK]);
  await git(gitDirectory, [...inside, 'prune', '--expire=now']);
  await git(gitDirectory, [...inside, 'read-tree', 'HEAD']);
}

/** Without threads and deltas nothing depends on chance, and without reuse nothing on the server. */
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

/** The repositories of the submodules, and of theirs. */
export async function moduleRepositories(gitDirectory: string): Promise<readonly string[]> {
  const modules = path.join(gitDirectory, 'modules');
  if (!existsSync(modules)) return [];
  const found: string[] = [];
  for (const name of (await readdir(modules)).toSorted())
    found.push(...(await repositoriesIn(path.join(modules, name))));
  return found;
}

/** A submodule's name may have slashes. */
async function repositoriesIn(directory: string): Promise<readonly string[]> {
  if (existsSync(path.join(directory, 'HEAD'))) return [directory, ...(await moduleRepositories(directory))];
  const names = (await readdir(directory)).toSorted();
  return (await Promise.all(names.map(async (name) => repositoriesIn(path.join(directory, name))))).flat();
}

/** The header of a commit ends with the first empty line. */
function hasParent(commit: string): boolean {
  return /^parent /m.test(commit.split('\n\n', 1)[0] ?? '');
}
