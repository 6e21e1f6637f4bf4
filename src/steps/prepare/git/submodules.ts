import path from 'node:path';
import { PrepareError } from '../prepare-error.ts';
import { eachEntry } from './each-entry.ts';
import type { Git } from './run-git.ts';

/** What has to hold of a commit of a repository before it is checked out. */
export type CheckCommit = (directory: string, commit: string) => Promise<void>;

const LIST_URLS = ['config', '--local', '-z', '--name-only', '--get-regexp'];
const UPDATE = ['submodule', '--quiet', 'update'];

/** Git's word for a command of one's own instead of a checkout (git-submodule, "custom command"); this one does nothing. */
const NO_CHECKOUT = '!true';

/** Mode, commit and path of a submodule in `git ls-files --stage`. */
const GITLINK = /^160000 (?<commit>[0-9a-f]+) 0\t(?<place>[^]+)$/;

/** Checks submodules out, and theirs, each once it has passed the check; without history where the servers let it. */
export async function updateSubmodules(git: Git, directory: string, check: CheckCommit): Promise<void> {
  const submodules = await submodulesIn(git, directory);
  if (submodules.length === 0) return;
  await fetchThem(git, directory);
  for (const { place, commit } of submodules) {
    const submodule = path.join(directory, place);
    await check(submodule, commit);
    await git(submodule, ['checkout', '--quiet', '--detach', '--force', commit]);
    await updateSubmodules(git, submodule, check);
  }
}

interface Submodule {
  readonly place: string;
  readonly commit: string;
}

async function submodulesIn(git: Git, directory: string): Promise<readonly Submodule[]> {
  const found: Submodule[] = [];
  await eachEntry(git, directory, ['ls-files', '--stage', '-z'], (entry) => {
    const { place, commit } = GITLINK.exec(entry)?.groups ?? {};
    if (place !== undefined && commit !== undefined) found.push({ place, commit });
  });
  return found;
}

/** Git would check out what it has fetched, were it not told to do something else; that is not left behind. */
async function fetchThem(git: Git, directory: string): Promise<void> {
  await git(directory, ['submodule', '--quiet', 'init']);
  const keys = (await namesIn(git, directory)).map((name) => `submodule.${name}.update`);
  for (const key of keys) await git(directory, ['config', key, NO_CHECKOUT]);
  try {
    await git(directory, [...UPDATE, '--depth=1']);
  } catch (error) {
    if (!(error instanceof PrepareError && (error.code === 'RevisionNotFound' || error.code === 'PrepareFailed')))
      throw error;
    await git(directory, UPDATE);
  }
  for (const key of keys) await git(directory, ['config', '--unset', key]);
}

/** Of the submodules that `init` has found; it fails on those that .gitmodules does not know. */
async function namesIn(git: Git, directory: string): Promise<readonly string[]> {
  const names: string[] = [];
  await eachEntry(git, directory, [...LIST_URLS, '^submodule\\..*\\.url$'], (key) => {
    names.push(key.slice('submodule.'.length, -'.url'.length));
  });
  return names;
}
