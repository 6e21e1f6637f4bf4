import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { CredentialInputs, SourceInputs } from '../../../core/model/build-inputs.ts';
import type { SourceLimits } from '../../../core/model/build-source.ts';
import type { FetchDependencies, PrepareDependencies } from '../dependencies.ts';
import type { Fetched } from '../source/fetched.ts';
import type { Scratch } from '../source/workspace.ts';
import { type GitAddress, parseGitAddress } from '../../../clients/git/address.ts';
import { configureGit, redirectsFile } from '../../../clients/git/configuration.ts';
import { gitCredentials } from '../../../clients/git/credentials.ts';
import { fetchCommit, resolveRevision } from './fetch-commit.ts';
import { checkAddress } from '../../../clients/git/check-address.ts';
import { lfsWarning } from './large-files.ts';
import { measureCommit, withinLimits } from './limits.ts';
import { followingGit } from './redirects.ts';
import { type Git, makeGit, retryingGit } from '../../../clients/git/run-git.ts';
import { type CheckCommit, updateSubmodules } from './submodules.ts';
import { moduleRepositories, tidyRepository } from './tidy-repository.ts';

type GitSource = Extract<SourceInputs, { kind: 'git' }>;

/** Checks out a revision of a repository. Rejects with `PrepareError`. */
export async function fetchGit(
  dependencies: FetchDependencies,
  source: GitSource,
  credentials: CredentialInputs,
  scratch: Scratch,
): Promise<Fetched> {
  const address = parseGitAddress(source.url);
  const { revision } = source;
  dependencies.log(`Cloning ${JSON.stringify(address.url)} @ ${JSON.stringify(revision)}...`);
  await checkAddress(address, dependencies.environment);
  const makeOwnGit = await gitFor(dependencies, address, credentials, scratch);
  const { source: directory } = scratch;
  const commit = await withinLimits(directory, dependencies.limits, dependencies.signal, async (signal) =>
    checkOut(makeOwnGit(signal), directory, address, source, dependencies.limits),
  );
  const git = makeOwnGit(dependencies.signal);
  const committerDate = await git(directory, ['show', '--no-patch', '--format=%ct', commit]);
  const warning = await lfsWarning(git, directory);
  if (warning !== undefined) dependencies.log(warning);
  await tidy(git, path.join(directory, '.git'));
  dependencies.log(
    `Successfully cloned ${JSON.stringify(address.url)} @ ${JSON.stringify(revision)}, commit ${commit}`,
  );
  return {
    type: 'git',
    metadata: { repository: address.url, revision },
    version: { commit },
    committerDate: committerDate.trim(),
  };
}

/** Creates a repository with one commit and checks out its files. Returns the commit. */
async function checkOut(
  git: Git,
  directory: string,
  address: GitAddress,
  { revision, initializeSubmodules }: GitSource,
  limits: SourceLimits,
): Promise<string> {
  const { target, format } = await resolveRevision(git, directory, address.url, revision);
  const formatOption = format === 'sha256' ? ['--object-format=sha256'] : [];
  await git(directory, ['init', '--quiet', '--initial-branch=main', ...formatOption, '.']);
  await git(directory, ['remote', 'add', 'origin', address.url]);
  const commit = await fetchCommit(git, directory, target);
  const measure: CheckCommit = async (repository, its) => measureCommit(git, repository, its, limits);
  await measure(directory, commit);
  await git(directory, ['checkout', '--quiet', '--detach', '--force', commit]);
  if (initializeSubmodules) await updateSubmodules(git, directory, measure);
  return commit;
}

/** Returns a function that makes a git for a signal. */
async function gitFor(
  dependencies: PrepareDependencies,
  address: GitAddress,
  inputs: CredentialInputs,
  scratch: Scratch,
): Promise<(signal: AbortSignal) => Git> {
  const place = path.join(scratch.secret, 'git');
  const credentials = await gitCredentials(inputs, address, dependencies);
  const { trustUnknownSshHosts } = inputs;
  const environment = await configureGit({
    scratch: place,
    environment: dependencies.environment,
    credentials,
    trustUnknownSshHosts,
  });
  const { redaction, network } = dependencies;
  const file = redirectsFile(place);
  return (signal) => {
    const git = makeGit(environment, redaction.redact, signal, { server: address.host });
    return followingGit(retryingGit(git, signal, network), { network, signal, credentials, file });
  };
}

/** Removes the fetched packs' info before the objects are packed again. */
async function tidy(git: Git, gitDirectory: string): Promise<void> {
  for (const repository of [gitDirectory, ...(await moduleRepositories(gitDirectory))]) {
    await rm(path.join(repository, 'objects/info'), { recursive: true, force: true });
    await tidyRepository(git, repository);
  }
}
