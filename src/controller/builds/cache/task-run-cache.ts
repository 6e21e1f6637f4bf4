import { watchAvailability } from '../../../clients/kube/discovery/watch-availability.ts';
import type { Change } from '../../../clients/kube/reflector/informer.ts';
import { objectCache, type CacheDependencies, type ObjectCache } from '../../kit/object-cache.ts';
import { BUILD_LABEL } from '../../../core/model/build-names.ts';
import { TASK_RUNS } from '../../../clients/kube/client/resources.ts';
import { taskRunRecord, type TaskRunRecord } from './workload-records.ts';

/** The Builds' TaskRuns, cached while the API server serves tekton.dev/v1. */
export interface TaskRunCache {
  readonly get: (key: string) => TaskRunRecord | undefined;
  /** True if the API server serves TaskRuns; `undefined` until the API server has answered. */
  readonly isServed: () => boolean | undefined;
  /** True if Tekton runs sidecars as native sidecars; `undefined` until a TaskRun shows that. */
  readonly hasNativeSidecars: () => boolean | undefined;
  readonly subscribe: (listener: (change: Change<TaskRunRecord>) => void) => void;
  /** Calls the listener whenever Tekton is installed or removed. */
  readonly onServed: (listener: () => void) => void;
  /** Resolves when `isServed` is known and, if TaskRuns are served, the cache has synced. */
  readonly synced: Promise<unknown>;
  readonly ended: Promise<unknown>;
}

/** The cache of one period in which Tekton is installed. */
interface Installation {
  readonly end: AbortController;
  readonly cache: ObjectCache<TaskRunRecord>;
}

/** Starts to watch whether Tekton is installed, and caches its TaskRuns meanwhile. */
export function taskRunCache(shell: CacheDependencies): TaskRunCache {
  const listeners = new Set<(change: Change<TaskRunRecord>) => void>();
  const servedListeners = new Set<() => void>();
  const flags = observedFeatureFlags();
  const state: { isServed?: boolean; installation?: Installation | undefined } = {};
  const notify = (change: Change<TaskRunRecord>): void => {
    flags.observe(change);
    for (const listener of listeners) listener(change);
  };
  const setServed = (isServed: boolean): void => {
    state.isServed = isServed;
    for (const listener of servedListeners) listener();
  };
  const { synced, ended } = followTekton(shell, notify, (isServed, installation) => {
    state.installation = installation;
    // Before the cache has synced, an existing TaskRun would look like a deleted one.
    return installation === undefined
      ? setServed(isServed)
      : installation.cache.synced.then((isFilled) => isFilled && setServed(isServed));
  });
  return {
    synced,
    ended,
    get: (key) => state.installation?.cache.store.get(key),
    isServed: () => state.isServed,
    hasNativeSidecars: flags.hasNativeSidecars,
    subscribe: (listener) => void listeners.add(listener),
    onServed: (listener) => void servedListeners.add(listener),
  };
}

/** Starts a cache whenever Tekton is installed, and stops it when Tekton is removed. */
function followTekton(
  shell: CacheDependencies,
  notify: (change: Change<TaskRunRecord>) => void,
  onChange: (isServed: boolean, installation: Installation | undefined) => unknown,
): Pick<TaskRunCache, 'synced' | 'ended'> {
  const { transport, clock, random, signal } = shell;
  const stopped: Promise<unknown>[] = [];
  let installation: Installation | undefined;
  let watching: Promise<unknown> = Promise.resolve();
  const synced = new Promise((resolve) => {
    watching = watchAvailability({
      transport,
      clock,
      random,
      resource: TASK_RUNS,
      report: (error) => shell.report({ during: 'watch', resource: TASK_RUNS, error }),
      signal,
      onChange: (isServed) => {
        installation?.end.abort();
        installation = isServed ? startInstallation(shell) : undefined;
        installation?.cache.subscribe(notify);
        stopped.push(installation?.cache.ended ?? Promise.resolve());
        resolve(onChange(isServed, installation));
      },
    }).finally(() => resolve(undefined));
  });
  return { synced, ended: watching.then(async () => Promise.all(stopped)) };
}

function startInstallation(shell: CacheDependencies): Installation {
  const end = new AbortController();
  const signal = AbortSignal.any([shell.signal, end.signal]);
  const options = { resource: TASK_RUNS, selection: { labelSelector: BUILD_LABEL }, parse: taskRunRecord };
  return { end, cache: objectCache(options, { ...shell, signal }) };
}

/** The feature flags of Tekton, as the newest TaskRun shows them. */
export interface ObservedFeatureFlags {
  readonly observe: (change: Change<TaskRunRecord>) => void;
  /** `undefined` until a TaskRun shows its flags. */
  readonly hasNativeSidecars: () => boolean | undefined;
}

/**
 * Returns the flags of the newest TaskRun. Ignores later changes of older TaskRuns, because the flags may have changed
 * since those ran.
 */
export function observedFeatureFlags(): ObservedFeatureFlags {
  let newest: Pick<TaskRunRecord, 'createdAt' | 'nativeSidecars'> | undefined;
  return {
    observe: ({ kind, object: { createdAt, nativeSidecars } }) => {
      if (kind === 'deleted' || nativeSidecars === undefined || createdAt < (newest?.createdAt ?? 0)) return;
      newest = { createdAt, nativeSidecars };
    },
    hasNativeSidecars: () => newest?.nativeSidecars,
  };
}
