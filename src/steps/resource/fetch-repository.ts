import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodedPart, publicUrl } from '../prepare/source/public-url.ts';
import { makeGit, type Git } from '../prepare/git/run-git.ts';
import { PrepareError } from '../prepare/prepare-error.ts';
import { gitEnvironment } from './git-environment.ts';
import type { World } from './world.ts';

/** A git resource of a Task of Tekton before v1. */
export interface FetchRequest {
  readonly directory: string;
  /** Empty where nothing is to be fetched. */
  readonly url: string;
  /** Whatever the server knows by name, or a whole commit; empty is the branch that it favours. */
  readonly revision: string;
  /** How many commits of the history; 0 is all. */
  readonly depth: number;
  readonly verifiesTls: boolean;
  readonly hasSubmodules: boolean;
  readonly trustsUnknownSshHosts: boolean;
  readonly isOptional: boolean;
  readonly commitFile: string;
  readonly urlFile: string;
}

/** Checks the resource out and reports its commit. Rejects with `PrepareError`. */
export async function fetchRepository(request: FetchRequest, world: World): Promise<void> {
  const { directory, url } = request;
  const git = makeGit(gitEnvironment(world.environment, request), world.redaction.redact, world.signal);
  hidePassword(url, world);
  await mkdir(directory, { recursive: true });
  if (url === '') await keep(request, world);
  else await checkOut(git, request, world);
  if (!existsSync(path.join(directory, '.git'))) return;
  await writeFile(request.commitFile, (await git(directory, ['rev-parse', '--verify', 'HEAD'])).trim());
  if (url !== '') await writeFile(request.urlFile, shownUrl(url));
}

/** As Tekton's own program did until 0.46 (pkg/git): the history to some depth, a detached HEAD, and submodules. */
async function checkOut(git: Git, request: FetchRequest, { log }: World): Promise<void> {
  const { directory, url, revision, hasSubmodules } = request;
  const what = revision === '' ? 'HEAD' : revision;
  log(`Fetching ${JSON.stringify(shownUrl(url))} @ ${JSON.stringify(what)} into ${directory}`);
  const depth = request.depth === 0 ? [] : [`--depth=${request.depth}`];
  await git(directory, ['init', '--quiet', '.']);
  await git(directory, ['config', 'remote.origin.url', url]);
  await git(directory, [...FETCH, ...depth, '--', 'origin', what]);
  await git(directory, ['checkout', '--quiet', '--detach', '--force', 'FETCH_HEAD']);
  if (hasSubmodules) {
    await git(directory, ['submodule', '--quiet', 'update', '--init', '--recursive', ...depth]);
  }
}

const FETCH = ['fetch', '--quiet', '--force', '--update-head-ok', '--no-recurse-submodules'];

/** An earlier task has left the resource in the workspace that is bound here, or nobody has to give it. */
async function keep({ directory, isOptional }: FetchRequest, { log }: World): Promise<void> {
  const isThere = (await readdir(directory)).length > 0;
  if (!isThere && !isOptional) {
    throw new PrepareError(
      'InputsUnusable',
      `there is nothing to fetch and nothing in ${directory}: give the parameter with the URL, or bind the workspace`,
    );
  }
  log(isThere ? `${directory} is kept as it is` : `Nothing is fetched into ${directory}`);
}

function hidePassword(url: string, { redaction }: World): void {
  const password = URL.canParse(url) ? new URL(url).password : '';
  if (password === '') return;
  redaction.hide(password);
  redaction.hide(decodedPart(password));
}

function shownUrl(url: string): string {
  return URL.canParse(url) ? publicUrl(new URL(url), url) : url;
}
