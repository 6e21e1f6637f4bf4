import type { Clock } from '../../../core/runtime/clock.ts';
import { loginReader, type LoginReaderOptions } from './account-login.ts';
import { askAfterPush, gitPollers, type GitPollersOptions } from './git-pollers.ts';
import { changedWatchers, isStored, type RevisionAnswer, type WantedRevision } from './watched-repository.ts';
import { RepositoriesById } from './repositories-by-id.ts';
import { WatchedRepositories } from './watched-repositories.ts';

/** The revisions of git repositories, with the credentials of a cluster's ServiceAccounts. */
export interface GitAccess {
  /**
   * Returns the known state of a revision, and asks the server if the state is unknown. Listeners hear about each change until
   * `unwatch`. A watcher that calls again gets new credentials of the account. Rejects with `KubeError`.
   */
  readonly watch: (watcher: string, wanted: WantedRevision) => Promise<RevisionAnswer>;
  readonly unwatch: (watcher: string) => void;
  /** Asks now about a repository that was pushed to (`repositoryId`), if there are watchers. */
  readonly askNow: (repository: string) => void;
  /** Reports that a watcher has stored what `watch` returned to it last. */
  readonly stored: (watcher: string) => void;
  /** True if all watched repositories with this id have answered since the last `askNow`, and all watchers have stored the answers. */
  readonly isStored: (repository: string) => boolean;
  /** False for a watcher whose credentials cannot be read, too. */
  readonly isWatching: (watcher: string) => boolean;
  /** Calls the listener with a watcher whose answer has changed. */
  readonly subscribe: (listener: (watcher: string) => void) => void;
  /** Returns for how many milliseconds the oldest due query has been without an answer. */
  readonly oldestQueryMs: () => number;
}

export interface GitAccessOptions extends GitPollersOptions, LoginReaderOptions {
  readonly clock: Pick<Clock, 'now' | 'elapsed' | 'schedule'>;
}

/** Creates the access to git servers. Watchers of a namespace with the same repository and login share one query. */
export function gitAccess(options: GitAccessOptions): GitAccess {
  const readLogin = loginReader(options);
  const listeners = new Set<(watcher: string) => void>();
  const repositories = new RepositoriesById();
  const pollers = gitPollers(options, repositories, (repository) => {
    for (const watcher of changedWatchers(repository)) listeners.forEach((listener) => listener(watcher));
  });
  const watched = new WatchedRepositories(repositories, pollers, options);
  return {
    watch: async (watcher, wanted) => {
      const login = await readLogin(wanted);
      if (login.kind === 'login') return watched.watch(watcher, wanted, login.login);
      watched.unwatch(watcher);
      return login;
    },
    unwatch: (watcher) => watched.unwatch(watcher),
    askNow: (id) => {
      for (const repository of repositories.reported(id)) askAfterPush(repository, pollers);
    },
    stored: (watcher) => watched.stored(watcher),
    isStored: (id) => repositories.reported(id).every(isStored),
    isWatching: (watcher) => watched.has(watcher),
    subscribe: (listener) => void listeners.add(listener),
    oldestQueryMs: pollers.oldestWaitMs,
  };
}
