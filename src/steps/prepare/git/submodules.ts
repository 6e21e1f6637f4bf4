import path from 'node:path';
import { type ByteText, isUtf8, quotedBytes, utf8Of } from '../../../core/model/byte-text.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { eachEntry, type Git } from '../../../clients/git/run-git.ts';

/** Checks a commit before its checkout. Rejects if it must not be checked out. */
export type CheckCommit = (directory: string, commit: string) => Promise<void>;

const LIST_URLS = ['config', '--local', '-z', '--name-only', '--get-regexp'];
const UPDATE = ['submodule', '--quiet', 'update'];

/** An update command that does nothing instead of a checkout (git-submodule(1), "custom command"). */
const NO_CHECKOUT = '!true';

/** A submodule in the output of `git ls-files --stage`. */
const GITLINK = /^160000 (?<commit>[0-9a-f]+) 0\t(?<place>[^]+)$/;

/** Checks out submodules recursively, each after `check` accepts its commit. Fetches no history if the server supports that. */
export async function updateSubmodules(git: Git, directory: string, check: CheckCommit): Promise<void> {
  const submodules = await submodulesIn(git, directory);
  if (submodules.length === 0) return;
  await fetchSubmodules(git, directory);
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
    if (place === undefined || commit === undefined) return;
    if (!isBelow(place)) throw unusable('path', place);
    found.push({ place: argumentOf('path', place), commit });
  });
  return found;
}

/** git refuses other paths in an index, too. They would make a folder outside of the repository the next repository. */
function isBelow(place: ByteText): boolean {
  return place.split('/').every((name) => !['', '.', '..', '.git'].includes(name.toLowerCase()));
}

/** Arguments and working directories of programs are strings in Node. */
function argumentOf(what: 'name' | 'path', text: ByteText): string {
  if (!isUtf8(text)) throw unusable(what, text, ', which is not valid UTF-8');
  return utf8Of(text);
}

function unusable(what: 'name' | 'path', text: ByteText, reason = ''): PrepareError {
  return new PrepareError(
    'SourceUnsupported',
    `a submodule has the ${what} ${quotedBytes(text)}${reason}: correct the ${what} or disable submodules`,
  );
}

/** Fetches without a checkout. The setting that prevents the checkout is removed afterwards. */
async function fetchSubmodules(git: Git, directory: string): Promise<void> {
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

/** Returns the names of the submodules that `git submodule init` has configured. */
async function namesIn(git: Git, directory: string): Promise<readonly string[]> {
  const names: string[] = [];
  await eachEntry(git, directory, [...LIST_URLS, '^submodule\\..*\\.url$'], (key) => {
    names.push(argumentOf('name', key.slice('submodule.'.length, -'.url'.length)));
  });
  return names;
}
