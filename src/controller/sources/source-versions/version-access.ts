import { queryReader, type QueryReaderOptions } from './account-query.ts';
import { VersionError } from './version-error.ts';
import type { VersionAnswer, WantedVersion } from './wanted-version.ts';
import { failed, WatchedQueries, type WatchedQueriesOptions } from './watched-queries.ts';

/** The versions of blobs and images at their servers, with the credentials of a cluster's ServiceAccounts. */
export interface VersionAccess {
  /**
   * Returns the known state of a version, and asks the server if the state is unknown. Listeners hear about each change until
   * `unwatch`. A watcher that calls again gets new credentials of the account. Rejects with `KubeError`.
   */
  readonly watch: (watcher: string, wanted: WantedVersion) => Promise<VersionAnswer>;
  readonly unwatch: (watcher: string) => void;
  /** Calls the listener with a watcher whose answer has changed. */
  readonly subscribe: (listener: (watcher: string) => void) => void;
  /** Returns for how many milliseconds the oldest due query has been without an answer. */
  readonly oldestQueryMs: () => number;
}

export type VersionAccessOptions = QueryReaderOptions & Omit<WatchedQueriesOptions, 'onChanged'>;

/** Creates the access to the versions of sources. Watchers of a namespace with the same source and login share one query. */
export function versionAccess(options: VersionAccessOptions): VersionAccess {
  const readQuery = queryReader(options);
  const listeners = new Set<(watcher: string) => void>();
  const onChanged = (watcher: string): void => listeners.forEach((listener) => listener(watcher));
  const queries = new WatchedQueries({ ...options, onChanged });
  return {
    watch: async (watcher, wanted) => {
      try {
        return queries.watch(watcher, await readQuery(wanted), wanted);
      } catch (error) {
        if (!(error instanceof VersionError)) throw error;
        queries.unwatch(watcher);
        return failed(error);
      }
    },
    unwatch: (watcher) => queries.unwatch(watcher),
    subscribe: (listener) => void listeners.add(listener),
    oldestQueryMs: () => queries.oldestWaitMs(),
  };
}
