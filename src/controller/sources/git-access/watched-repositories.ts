import { askAfterPush, PUSH_GAP_MS, topicOf, type GitPollers, type GitPollersOptions } from './git-pollers.ts';
import {
  answerFor,
  repositoryOf,
  shortestInterval,
  type Repository,
  type RevisionAnswer,
  type WantedRevision,
  type Watcher,
} from './watched-repository.ts';
import { loginKey, type Login } from './login.ts';

/** Adds watchers to repositories, and asks about a repository as long as it has a watcher. */
export class WatchedRepositories {
  readonly #repositories: Map<string, Repository>;
  readonly #keyOfWatcher = new Map<string, string>();
  readonly #pollerFor: GitPollers['pollerFor'];
  readonly #options: Pick<GitPollersOptions, 'clock' | 'random'>;

  /** Adds and removes entries of `repositories`, by the key of their login. */
  constructor(
    repositories: Map<string, Repository>,
    { pollerFor }: GitPollers,
    options: Pick<GitPollersOptions, 'clock' | 'random'>,
  ) {
    this.#repositories = repositories;
    this.#pollerFor = pollerFor;
    this.#options = options;
  }

  /** Returns the known answer, and asks if there is none. Each watcher has one login at a time. */
  watch(watcher: string, wanted: WantedRevision, login: Login): RevisionAnswer {
    const key = loginKey(login);
    const previousKey = this.#keyOfWatcher.get(watcher);
    const repository = this.#repositories.get(key) ?? repositoryOf(key, login);
    this.#repositories.set(key, repository);
    this.#keyOfWatcher.set(watcher, key);
    const previous = repository.watchers.get(watcher);
    if (startsPolling(previous, wanted)) this.#forgetOldAnswer(repository);
    const known = knownTo(previous, wanted, repository);
    const pushes = previous?.pushes ?? repository.pushes.answered;
    const entry: Watcher = { wanted, known, returned: known, stored: previous?.stored, pushes };
    repository.watchers.set(watcher, entry);
    this.#ask(entry, previous, repository);
    if (previousKey !== undefined && previousKey !== key) this.#replace(watcher, previousKey, repository);
    // A server that is not asked now has failed at once.
    entry.returned = entry.known;
    return entry.known;
  }

  /** Asks about a repository if a watcher of it has no answer. */
  #ask({ wanted, known }: Watcher, previous: Watcher | undefined, repository: Repository): void {
    const { key, login } = repository;
    const intervalMs = shortestInterval(repository);
    const poller = this.#pollerFor(login.address);
    poller.set(topicOf(repository), intervalMs);
    if (wanted.isOnlyOnPush === true) return;
    // After a start, the queries about known revisions are spread over the interval.
    const isSpread = wanted.isKnown && previous?.wanted.isOnlyOnPush !== true;
    if (known.kind === 'pending') poller.askWithin(key, isSpread ? intervalMs * this.#options.random() : 0);
    else if (previous === undefined && known.kind === 'failed' && !wanted.isKnown) poller.askWithin(key, 0);
  }

  /** Records that a watcher has stored what `watch` returned to it last. */
  stored(name: string): void {
    const watcher = this.#repositories.get(this.#keyOfWatcher.get(name) ?? '')?.watchers.get(name);
    if (watcher !== undefined) watcher.stored = watcher.returned;
  }

  has(watcher: string): boolean {
    return this.#keyOfWatcher.has(watcher);
  }

  unwatch(watcher: string): void {
    const key = this.#keyOfWatcher.get(watcher);
    this.#keyOfWatcher.delete(watcher);
    if (key !== undefined) this.#leave(watcher, key);
  }

  /** The last answer can be an interval old. If only pushes cause queries about the repository, it can be older. */
  #forgetOldAnswer(repository: Repository): void {
    const ageMs = this.#options.clock.elapsed() - repository.askedAtMs;
    if (ageMs > PUSH_GAP_MS) repository.references = undefined;
  }

  /** Moves a watcher with a new login. Asks now if the server has not answered with the old one. */
  #replace(watcher: string, previousKey: string, repository: Repository): void {
    const { pushes, failure } = this.#repositories.get(previousKey) ?? {};
    if (pushes !== undefined && pushes.reported > pushes.answered) {
      askAfterPush(repository, { pollerFor: this.#pollerFor });
    } else if (failure !== undefined) this.#pollerFor(repository.login.address).askWithin(repository.key, 0);
    // Leave the old topic only after the new one is set: the poller forgets the state of a server without topics.
    this.#leave(watcher, previousKey);
  }

  #leave(watcher: string, key: string): void {
    const repository = this.#repositories.get(key);
    repository?.watchers.delete(watcher);
    if (repository === undefined || repository.watchers.size > 0) return;
    this.#repositories.delete(key);
    this.#pollerFor(repository.login.address).remove(key);
  }
}

/** True for a polled watcher that is new, or that only pushes have concerned until now. */
function startsPolling(previous: Watcher | undefined, wanted: WantedRevision): boolean {
  return wanted.isOnlyOnPush !== true && (previous === undefined || previous.wanted.isOnlyOnPush === true);
}

/** Returns the repository's answer, or for a watcher that only pushes concern, the answer after the last push. */
function knownTo(previous: Watcher | undefined, wanted: WantedRevision, repository: Repository): RevisionAnswer {
  if (wanted.isOnlyOnPush !== true) return answerFor(repository, wanted);
  const { revision, subPath, isOnlyOnPush } = previous?.wanted ?? {};
  const isSame = isOnlyOnPush === true && revision === wanted.revision && subPath === wanted.subPath;
  return isSame && previous !== undefined ? previous.known : { kind: 'pending' };
}
