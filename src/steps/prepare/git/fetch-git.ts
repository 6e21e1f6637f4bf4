import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { CredentialInputs, SourceInputs } from '../../../model/build-inputs.ts';
import type { SourceLimits } from '../../../model/source-limits.ts';
import type { Fetched } from '../source/fetched.ts';
import type { Scratch } from '../scratch.ts';
import type { SourceWorld, World } from '../world.ts';
import { parseGitAddress, type GitAddress } from './address.ts';
import { configureGit } from './configuration.ts';
import { gitCredentials } from './credentials.ts';
import { fetchCommit } from './fetch-commit.ts';
import { pointersRemark } from './large-files.ts';
import { measureCommit } from './measure-commit.ts';
import { retryingGit } from './retrying-git.ts';
import { resolveRevision } from './revision.ts';
import { makeGit, type Git } from './run-git.ts';
import { updateSubmodules, type CheckCommit } from './submodules.ts';
import { moduleRepositories, tidyRepository } from './tidy-repository.ts';
import { withinLimits } from './within-limits.ts';

type GitSource = Extract<SourceInputs, { kind: 'git' }>;

/** Checks a revision of a repository out. Rejects with `PrepareError`. */
export async function fetchGit(
  world: SourceWorld,
  source: GitSource,
  credentials: CredentialInputs,
  scratch: Scratch,
): Promise<Fetched> {
  const address = parseGitAddress(source.url);
  const { revision } = source;
  world.log(`Cloning ${JSON.stringify(address.url)} @ ${JSON.stringify(revision)}...`);
  const makeOwnGit = await gitFor(world, address, credentials, scratch);
  const { source: directory } = scratch;
  const commit = await withinLimits(directory, world.limits, world.signal, async (signal) =>
    checkOut(makeOwnGit(signal), directory, address, source, world.limits),
  );
  const git = makeOwnGit(world.signal);
  const committed = await git(directory, ['show', '--no-patch', '--format=%ct', commit]);
  const remark = await pointersRemark(git, directory);
  if (remark !== undefined) world.log(remark);
  await tidy(git, path.join(directory, '.git'));
  world.log(`Successfully cloned ${JSON.stringify(address.url)} @ ${JSON.stringify(revision)}, commit ${commit}`);
  return {
    type: 'git',
    metadata: { repository: address.url, revision },
    version: { commit },
    committed: committed.trim(),
  };
}

/** Makes a repository of the one commit, and its files; answers the commit. */
async function checkOut(
  git: Git,
  directory: string,
  address: GitAddress,
  { revision, initializeSubmodules }: GitSource,
  limits: SourceLimits,
): Promise<string> {
  await git(directory, ['init', '--quiet', '--initial-branch=main', '.']);
  await git(directory, ['remote', 'add', 'origin', address.url]);
  const commit = await fetchCommit(git, directory, await resolveRevision(git, directory, revision));
  const measure: CheckCommit = async (repository, its) => measureCommit(git, repository, its, limits);
  await measure(directory, commit);
  await git(directory, ['checkout', '--quiet', '--detach', '--force', commit]);
  if (initializeSubmodules) await updateSubmodules(git, directory, measure);
  return commit;
}

/** A git that a signal ends. */
async function gitFor(
  world: World,
  address: GitAddress,
  inputs: CredentialInputs,
  scratch: Scratch,
): Promise<(signal: AbortSignal) => Git> {
  const environment = await configureGit({
    scratch: path.join(scratch.secret, 'git'),
    environment: world.environment,
    credentials: await gitCredentials(inputs, address, world.redaction),
    trustUnknownSshHosts: inputs.trustUnknownSshHosts,
  });
  return (signal) => retryingGit(makeGit(environment, world.redaction.redact, signal), signal, world);
}

/** What was fetched meanwhile goes before the rest is packed. */
async function tidy(git: Git, gitDirectory: string): Promise<void> {
  for (const repository of [gitDirectory, ...(await moduleRepositories(gitDirectory))]) {
    await rm(path.join(repository, 'objects/info'), { recursive: true, force: true });
    await tidyRepository(git, repository);
  }
}
