import { asGitError, GitError, isTemporary } from '../../../clients/git/references/git-error.ts';
import type { ListReferences } from '../../../clients/git/references/references.ts';
import type { FindTrees } from '../../../clients/git/references/trees.ts';
import type { PollLimits, QueryEnd, Topic } from '../polling/poll-topic.ts';
import { tenantTopic } from '../polling/tenant-topic.ts';
import { Poller } from '../polling/poller.ts';
import type { Clock } from '../../../core/runtime/clock.ts';
import { isHttp, type GitAddress } from '../../../clients/git/address.ts';
import type { Repository } from './watched-repository.ts';
import { listReferences } from './list-references.ts';
import { treesOf, type TreeSearch } from './repository-trees.ts';

/** A namespace gets 7 queries at a time. With 200 ms each, they are 35 a second: more than 2,000 repositories on one server need in a minute. */
const HTTP_LIMITS: PollLimits = { perHost: 8, answering: 128, new: 32, failing: 32 };

/** Each query starts git and ssh, which take about 10 MB. */
const PROGRAM_LIMITS: PollLimits = { perHost: 3, answering: 6, new: 2, failing: 2 };

export interface GitPollersOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'schedule'>;
  /** Returns a number from 0 up to, but not including, 1: the jitter. */
  readonly random: () => number;
  /** Asks servers over HTTP. */
  readonly overHttp: ListReferences;
  /** Asks all other servers by the git program. */
  readonly byProgram: ListReferences;
  /** Finds the trees of sub paths in new commits, as a part of the query about a repository. */
  readonly findTrees: FindTrees;
  /** Receives the outcome of each query: `answered`, or the reason of its failure. */
  readonly onAsked: (outcome: string) => void;
  readonly signal: AbortSignal;
}

/** The pollers of both ways to ask a git server. */
export interface GitPollers {
  readonly pollerFor: (address: GitAddress) => Poller<GitError>;
  /** Returns for how many milliseconds the oldest due query has been without an answer. */
  readonly oldestWaitMs: () => number;
}

/** Creates the pollers of repositories. They call `notify` if the answer of a repository may have changed. */
export function gitPollers(
  { clock, random, signal, onAsked, overHttp, byProgram, findTrees }: GitPollersOptions,
  repositories: ReadonlyMap<string, Repository>,
  notify: (repository: Repository) => void,
): GitPollers {
  const ask =
    (list: ListReferences) =>
    async (key: string, stop: AbortSignal): Promise<QueryEnd<GitError>> => {
      const repository = repositories.get(key);
      if (repository === undefined) return { kind: 'answered' };
      const search = { find: findTrees, elapsed: clock.elapsed, signal: stop };
      const asked = await askRepository(list, search, repository);
      onAsked(asked.kind === 'answered' ? 'answered' : asked.failure.reason);
      if (asked.kind === 'answered' && repository.hasTreesLeft) pollerFor(repository.login.address).askWithin(key, 0);
      notify(repository);
      return asked;
    };
  const onSkipped = (key: string, failure: GitError): void => {
    const repository = repositories.get(key);
    if (repository === undefined) return;
    repository.failure = failure;
    notify(repository);
  };
  const shared = { clock, random, signal, onSkipped };
  const http = new Poller<GitError>({ ...shared, limits: HTTP_LIMITS, ask: ask(overHttp) });
  const program = new Poller<GitError>({ ...shared, limits: PROGRAM_LIMITS, ask: ask(byProgram) });
  const pollerFor: GitPollers['pollerFor'] = (address) => (isHttp(address) ? http : program);
  return {
    pollerFor,
    oldestWaitMs: () => Math.max(http.oldestWaitMs(), program.oldestWaitMs()),
  };
}

/**
 * The least time between two queries that pushes cause, because anyone who has recorded a delivery of a webhook can send it again.
 */
export const PUSH_GAP_MS = 2_000;

/** Asks about a repository that was pushed to, until it answers. */
export function askAfterPush({ key, login, pushes }: Repository, { pollerFor }: Pick<GitPollers, 'pollerFor'>): void {
  pushes.reported += 1;
  pollerFor(login.address).askAfterChange(key, PUSH_GAP_MS);
}

/** Returns the topic of the queries about a repository. */
export function topicOf({
  key,
  login: { namespace, address, credentials, network },
}: Pick<Repository, 'key' | 'login'>): Topic {
  const login = credentials.length === 0 ? undefined : credentials;
  return tenantTopic({ key, server: serverOrigin(address), tenant: namespace, network, login });
}

async function askRepository(
  list: ListReferences,
  search: TreeSearch,
  repository: Repository,
): Promise<QueryEnd<GitError>> {
  const askedAtMs = search.elapsed();
  repository.pushes.asked = repository.pushes.reported;
  try {
    const { references, names } = await listReferences(list, search, repository);
    Object.assign(repository, { references, ...(await treesOf(repository, references, search)) });
    repository.asked = new Set(names);
    repository.askedAtMs = askedAtMs;
    repository.failure = undefined;
    repository.pushes.answered = repository.pushes.asked;
    return { kind: 'answered' };
  } catch (error) {
    search.signal.throwIfAborted();
    const known = asGitError(error);
    const failure = known instanceof GitError ? known : unexpected(known);
    repository.failure = failure;
    const { scope, retryAfterMs } = failure;
    return { kind: 'failed', failure, scope, isTemporary: isTemporary(failure), retryAfterMs };
  }
}

function unexpected(cause: unknown): GitError {
  return new GitError('GitFailed', `the request to the git server failed unexpectedly: ${String(cause)}`, { cause });
}

const DEFAULT_PORTS: Readonly<Record<GitAddress['scheme'], string>> = {
  http: '80',
  https: '443',
  ssh: '22',
  git: '9418',
};

/**
 * Returns the scheme, host and port of a repository's server. One host can have different servers on its ports, so a failure
 * of one origin says nothing about another.
 */
function serverOrigin({ scheme, host }: GitAddress): string {
  const [, name = '', port = DEFAULT_PORTS[scheme]] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  // A dot at the end of a name changes nothing (RFC 1034 section 3.1).
  return `${scheme}://${name.toLowerCase().replace(/\.$/, '')}:${port}`;
}
