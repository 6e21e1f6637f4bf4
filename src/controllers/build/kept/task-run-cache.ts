import { watchServed } from '../../../kube/discovery/watch-served.ts';
import type { Change } from '../../../kube/reflector/change.ts';
import { cached, type CacheCollaborators, type Cached } from '../../cluster/cached.ts';
import { BUILD_LABEL, TASK_RUNS } from '../resources.ts';
import { makeToldFlags, type ToldFlags } from './told-flags.ts';
import { taskRunRecord, type TaskRunRecord } from './task-run-record.ts';

/** TaskRuns of ours, kept only while Tekton is there. */
export interface TaskRunCache {
  readonly get: (key: string) => TaskRunRecord | undefined;
  /** `undefined` until the API server has said it. */
  readonly isServed: () => boolean | undefined;
  readonly hasNativeSidecars: ToldFlags['hasNativeSidecars'];
  readonly subscribe: (listener: (change: Change<TaskRunRecord>) => void) => void;
  /** Calls whenever Tekton comes or goes. */
  readonly onServed: (listener: () => void) => void;
  /** Resolves once it is known whether Tekton is there and, if it is, its TaskRuns are. */
  readonly synced: Promise<unknown>;
  readonly ended: Promise<unknown>;
}

/** Tekton's TaskRuns from when it comes until it goes. */
interface Life {
  readonly end: AbortController;
  readonly cache: Cached<TaskRunRecord>;
}

/** Begins to watch for Tekton, and to keep its TaskRuns while it is there. */
export function taskRunCache(shell: CacheCollaborators): TaskRunCache {
  const listeners = new Set<(change: Change<TaskRunRecord>) => void>();
  const servedListeners = new Set<() => void>();
  const flags = makeToldFlags();
  const known: { isServed?: boolean; life?: Life | undefined } = {};
  const tell = (change: Change<TaskRunRecord>): void => {
    flags.take(change);
    for (const listener of listeners) listener(change);
  };
  const announce = (isServed: boolean): void => {
    known.isServed = isServed;
    for (const listener of servedListeners) listener();
  };
  const { synced, ended } = followTekton(shell, tell, (isServed, life) => {
    known.life = life;
    // Until its TaskRuns have been seen, one that is there would be taken for one that has gone.
    return life === undefined ? announce(isServed) : life.cache.synced.then((all) => all && announce(isServed));
  });
  return {
    synced,
    ended,
    get: (key) => known.life?.cache.store.get(key),
    isServed: () => known.isServed,
    hasNativeSidecars: flags.hasNativeSidecars,
    subscribe: (listener) => void listeners.add(listener),
    onServed: (listener) => void servedListeners.add(listener),
  };
}

/** Begins a life each time that Tekton comes, and ends it when it goes. */
function followTekton(
  shell: CacheCollaborators,
  tell: (change: Change<TaskRunRecord>) => void,
  take: (isServed: boolean, life: Life | undefined) => unknown,
): Pick<TaskRunCache, 'synced' | 'ended'> {
  const { transport, collaborators, signal } = shell;
  const lives: Promise<unknown>[] = [];
  let life: Life | undefined;
  let watching: Promise<unknown> = Promise.resolve();
  const synced = new Promise((resolve) => {
    watching = watchServed({
      transport,
      collaborators,
      resource: TASK_RUNS,
      report: (error) => shell.report({ during: 'watch', resource: TASK_RUNS, error }),
      signal,
      onChange: (isServed) => {
        life?.end.abort();
        life = isServed ? begin(shell) : undefined;
        life?.cache.subscribe(tell);
        lives.push(life?.cache.ended ?? Promise.resolve());
        resolve(take(isServed, life));
      },
    }).finally(() => resolve(undefined));
  });
  return { synced, ended: watching.then(async () => Promise.all(lives)) };
}

function begin(shell: CacheCollaborators): Life {
  const end = new AbortController();
  const signal = AbortSignal.any([shell.signal, end.signal]);
  const options = { resource: TASK_RUNS, selection: { labelSelector: BUILD_LABEL }, parse: taskRunRecord };
  return { end, cache: cached(options, { ...shell, signal }) };
}
