import { asGitError, GitError, isOfServer } from '../git-references/git-error.ts';
import type { ListReferences } from '../git-references/references.ts';
import type { Redaction } from '../http/redaction.ts';
import type { KubeClient } from '../kube/client/kube-client.ts';
import type { PollLimits, QuestionEnd } from '../polling/poll-topic.ts';
import { Poller } from '../polling/poller.ts';
import type { Clock } from '../runtime/clock.ts';
import type { GitAddress } from '../steps/prepare/git/address.ts';
import { loginReader } from './account-login.ts';
import {
  answerFor,
  changedWatchers,
  repositoryOf,
  shortestInterval,
  wantedNames,
  type Repository,
  type RevisionAnswer,
  type WantedRevision,
} from './git-revisions.ts';
import { loginKey, type Login } from './login.ts';
import { serverOrigin } from './server-origin.ts';

/** The revisions of git repositories, with the credentials of a cluster's ServiceAccounts. */
export interface GitAccess {
  /**
   * Returns what is known of a revision, and asks for what is not. Listeners hear about each change until `unwatch`. A watcher
   * that calls again gets new credentials of the account. Rejects with `KubeError`.
   */
  readonly watch: (watcher: string, wanted: WantedRevision) => Promise<RevisionAnswer>;
  readonly unwatch: (watcher: string) => void;
  /** Asks now about a repository that was pushed to (`repositoryId`), if there are watchers. */
  readonly askNow: (repository: string) => void;
  /** Calls the listener with a watcher whose answer has changed. */
  readonly subscribe: (listener: (watcher: string) => void) => void;
  /** Returns for how many milliseconds the oldest due question has been without an answer. */
  readonly oldestQuestionMs: () => number;
}

export interface GitAccessOptions {
  readonly client: Pick<KubeClient, 'get'>;
  readonly clock: Pick<Clock, 'now' | 'elapsed' | 'schedule'>;
  /** Returns a number from 0 up to, but not including, 1: the jitter. */
  readonly random: () => number;
  readonly redaction: Redaction;
  /** Asks servers over HTTP. */
  readonly overHttp: ListReferences;
  /** Asks all other servers by the git program. */
  readonly byProgram: ListReferences;
  /** Receives the outcome of each question: `answered`, or the reason of its failure. */
  readonly onAsked: (outcome: string) => void;
  readonly signal: AbortSignal;
}

/** 8 questions of 200 ms each are 40 a second: more than 2,000 repositories on one server need in a minute. */
const HTTP_LIMITS: PollLimits = { perHost: 8, answering: 128, new: 32, failing: 32 };

/** Each question starts git and ssh, which take about 10 MB. */
const PROGRAM_LIMITS: PollLimits = { perHost: 2, answering: 6, new: 2, failing: 2 };

/** Deliveries of pushes can be repeated by anyone who has recorded one. */
const PUSH_GAP_MS = 2_000;

/** Creates the access to git servers. One question serves all who want revisions of a repository with the same login. */
export function gitAccess(options: GitAccessOptions): GitAccess {
  const { random } = options;
  const repositories = new Map<string, Repository>();
  const keyOfWatcher = new Map<string, string>();
  const listeners = new Set<(watcher: string) => void>();
  const readLogin = loginReader(options);
  const { pollerFor, oldestWaitMs } = pollers(options, repositories, (repository) => {
    for (const watcher of changedWatchers(repository)) listeners.forEach((listener) => listener(watcher));
  });
  const leave = (watcher: string, key: string): void => {
    const repository = repositories.get(key);
    repository?.watchers.delete(watcher);
    if (repository === undefined || repository.watchers.size > 0) return;
    repositories.delete(key);
    pollerFor(repository.login.address).remove(key);
  };
  const unwatch = (watcher: string): void => {
    const key = keyOfWatcher.get(watcher);
    keyOfWatcher.delete(watcher);
    if (key !== undefined) leave(watcher, key);
  };
  const watchWith = (watcher: string, wanted: WantedRevision, login: Login): RevisionAnswer => {
    const key = loginKey(login);
    const previousKey = keyOfWatcher.get(watcher);
    const repository = repositories.get(key) ?? repositoryOf(key, login);
    repositories.set(key, repository);
    keyOfWatcher.set(watcher, key);
    const isNew = !repository.watchers.has(watcher);
    const known = answerFor(repository, wanted.revision);
    repository.watchers.set(watcher, { wanted, known });
    const { address } = login;
    const intervalMs = shortestInterval(repository);
    const poller = pollerFor(address);
    poller.set({ key, host: serverOrigin(address) }, intervalMs);
    // Not before the new topic is set: the poller forgets that a server without topics answers.
    if (previousKey !== undefined && previousKey !== key) leave(watcher, previousKey);
    // After a start, the questions about known revisions are spread over the interval.
    if (known.kind === 'pending') poller.askWithin(key, wanted.isKnown ? intervalMs * random() : 0);
    else if (isNew && known.kind === 'failed' && !wanted.isKnown) poller.askWithin(key, 0);
    return answerFor(repository, wanted.revision);
  };
  return {
    watch: async (watcher, wanted) => {
      const login = await readLogin(wanted);
      if (login.kind === 'login') return watchWith(watcher, wanted, login.login);
      unwatch(watcher);
      return login;
    },
    unwatch,
    askNow: (id) => {
      const pushed = [...repositories.values()].filter((repository) => repository.id === id);
      for (const { key, login } of pushed) pollerFor(login.address).askAfterChange(key, PUSH_GAP_MS);
    },
    subscribe: (listener) => void listeners.add(listener),
    oldestQuestionMs: oldestWaitMs,
  };
}

/** Returns the pollers of both ways to ask. `notify` is called when a repository's answer may have changed. */
function pollers(
  options: GitAccessOptions,
  repositories: ReadonlyMap<string, Repository>,
  notify: (repository: Repository) => void,
) {
  const { clock, random, signal, onAsked, overHttp, byProgram } = options;
  const ask =
    (list: ListReferences) =>
    async (key: string, stop: AbortSignal): Promise<QuestionEnd<GitError>> => {
      const repository = repositories.get(key);
      if (repository === undefined) return { kind: 'answered' };
      const asked = await askRepository(list, repository, stop);
      onAsked(asked.kind === 'answered' ? 'answered' : asked.failure.reason);
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
  return {
    pollerFor: ({ scheme }: GitAddress) => (scheme === 'http' || scheme === 'https' ? http : program),
    oldestWaitMs: () => Math.max(http.oldestWaitMs(), program.oldestWaitMs()),
  };
}

async function askRepository(
  list: ListReferences,
  repository: Repository,
  signal: AbortSignal,
): Promise<QuestionEnd<GitError>> {
  const names = wantedNames(repository);
  try {
    repository.references = await list({ ...repository.login, names }, signal);
    repository.asked = new Set(names);
    repository.failure = undefined;
    return { kind: 'answered' };
  } catch (error) {
    signal.throwIfAborted();
    const known = asGitError(error);
    const failure = known instanceof GitError ? known : unexpected(known);
    repository.failure = failure;
    return { kind: 'failed', failure, isHostFailure: isOfServer(failure), retryAfterMs: failure.retryAfterMs };
  }
}

function unexpected(cause: unknown): GitError {
  return new GitError('GitFailed', `the question to the git server failed unexpectedly: ${String(cause)}`, { cause });
}
