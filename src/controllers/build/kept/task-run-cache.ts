import { watchServed } from '../../../kube/discovery/watch-served.ts';
import type { Change } from '../../../kube/reflector/change.ts';
import { cached, type CacheCollaborators, type Cached } from '../../cluster/cached.ts';
import { BUILD_LABEL, TASK_RUNS } from '../resources.ts';
import { taskRunRecord, type TaskRunRecord } from './task-run-record.ts';

/** TaskRuns of ours, kept only while Tekton is there. */
export interface TaskRunCache {
  readonly get: (key: string) => TaskRunRecord | undefined;
  /** `undefined` until the API server has said it. */
  readonly isServed: () => boolean | undefined;
  /** Whether declared sidecars run as native ones, as far as Tekton has said. */
  readonly hasNativeSidecars: () => boolean;
  readonly subscribe: (listener: (change: Change<TaskRunRecord>) => void) => void;
  /** Calls whenever Tekton comes or goes. */
  readonly onServed: (listener: () => void) => void;
  /** Resolves once it is known whether Tekton is there and, if it is, its TaskRuns are. */
  readonly synced: Promise<unknown>;
  readonly ended: Promise<unknown>;
}

interface Life {
  readonly end: AbortController;
  readonly cache: Cached<TaskRunRecord>;
}

/** Begins to watch for Tekton, and to keep its TaskRuns while it is there. */
export function taskRunCache(shell: CacheCollaborators): TaskRunCache {
  const listeners = new Set<(change: Change<TaskRunRecord>) => void>();
  const servedListeners = new Set<() => void>();
  let isServed: boolean | undefined;
  let hasNativeSidecars = false;
  let life: Life | undefined;
  const lives: Promise<unknown>[] = [];
  const tell = (change: Change<TaskRunRecord>): void => {
    hasNativeSidecars = change.object.nativeSidecars ?? hasNativeSidecars;
    for (const listener of listeners) listener(change);
  };
  const told = new Promise<void>((resolve) => {
    const onChange = (served: boolean): void => {
      life?.end.abort();
      life = served ? begin(shell) : undefined;
      if (life !== undefined) {
        life.cache.subscribe(tell);
        lives.push(life.cache.ended);
      }
      const announce = (): void => {
        isServed = served;
        for (const listener of servedListeners) listener();
        resolve();
      };
      // Until its TaskRuns have been seen, one that is there would be taken for one that has gone.
      if (life === undefined) announce();
      else void life.cache.synced.then((isSynced) => isSynced && announce());
    };
    const { transport, collaborators, signal } = shell;
    const report = (error: unknown): void => shell.report({ during: 'watch', resource: TASK_RUNS, error });
    const watching = watchServed({ transport, collaborators, resource: TASK_RUNS, report, signal, onChange });
    lives.push(watching.finally(resolve));
  });
  return {
    get: (key) => life?.cache.store.get(key),
    isServed: () => isServed,
    hasNativeSidecars: () => hasNativeSidecars,
    subscribe: (listener) => void listeners.add(listener),
    onServed: (listener) => void servedListeners.add(listener),
    synced: told,
    ended: told.then(async () => Promise.all(lives)),
  };
}

function begin(shell: CacheCollaborators): Life {
  const end = new AbortController();
  const signal = AbortSignal.any([shell.signal, end.signal]);
  return {
    end,
    cache: cached(
      { resource: TASK_RUNS, selection: { labelSelector: BUILD_LABEL }, parse: taskRunRecord },
      { ...shell, signal },
    ),
  };
}
