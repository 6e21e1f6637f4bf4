import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Selection } from '../../clients/kube/client/list.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import type { Change, ReflectorProblem } from '../../clients/kube/reflector/informer.ts';
import { startReflector } from '../../clients/kube/reflector/reflector.ts';
import type { Indexer, Store } from '../../clients/kube/reflector/store.ts';
import type { Transport } from '../../clients/kube/transport/transport.ts';
import type { Clock } from '../../core/runtime/clock.ts';

type Listener<T> = (change: Change<T>) => void;

/** A local copy of the API server's objects of one resource, kept up to date by a watch (client-go's shared informer). */
export interface ObjectCache<T> {
  readonly store: Store<T>;
  /** Calls the listener for each object in the store, then after every change of the store. */
  readonly subscribe: (listener: Listener<T>) => void;
  /** Resolves to true after the first full list, or to false if the cache is stopped before that. */
  readonly synced: Promise<boolean>;
  /** Resolves when the cache has stopped and no request is running. */
  readonly ended: Promise<void>;
}

export interface ObjectCacheOptions<T> {
  readonly resource: Resource;
  /** Selects the objects to cache; all objects of all namespaces by default. */
  readonly selection?: Selection;
  /** Returns what to store for an object. If it throws, the store keeps the previous value. */
  readonly parse: (object: KubeObject) => T;
  readonly indexers?: Readonly<Record<string, Indexer<T>>>;
}

/** The dependencies that all caches of a process share. */
export interface CacheDependencies {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Returns a number from 0 up to, but not including, 1: the jitter of watches and retries. */
  readonly random: () => number;
  /** Restricts namespaced resources to one namespace; all namespaces by default. */
  readonly namespace?: string;
  /** Receives failures that the cache recovers from. */
  readonly report: (problem: ReflectorProblem & { readonly resource: Resource }) => void;
  /** Receives each cache when it starts, for metrics and readiness. */
  readonly onOpen?: (cache: OpenCache) => void;
  /** Stops the caches. */
  readonly signal: AbortSignal;
}

/** The state of a running cache, for metrics and readiness. */
export interface OpenCache extends Pick<ObjectCache<unknown>, 'synced' | 'ended'> {
  readonly resource: Resource;
  /** Returns the number of objects in the cache. */
  readonly size: () => number;
  /** Returns for how many milliseconds all requests have failed; `undefined` if the last one succeeded. */
  readonly failingForMs: () => number | undefined;
}

/** Starts to cache the objects of a resource. */
export function objectCache<T>(options: ObjectCacheOptions<T>, dependencies: CacheDependencies): ObjectCache<T> {
  const { resource } = options;
  const { report, namespace, onOpen, ...rest } = dependencies;
  const { elapsed } = dependencies.clock;
  const listeners = new Set<Listener<T>>();
  let failingSince: number | undefined;
  const { store, synced, ended } = startReflector<T>({
    ...rest,
    ...options,
    ...(namespace !== undefined && { selection: { ...options.selection, namespace } }),
    onChange: (change) => {
      for (const listener of listeners) listener(change);
    },
    onUpToDate: () => {
      failingSince = undefined;
    },
    report: (problem) => {
      if (problem.during === 'list' || problem.during === 'watch') failingSince ??= elapsed();
      report({ ...problem, resource });
    },
  });
  const failingForMs = (): number | undefined => (failingSince === undefined ? undefined : elapsed() - failingSince);
  onOpen?.({ resource, synced, ended, size: () => store.list().length, failingForMs });
  return {
    store,
    synced,
    ended,
    subscribe: (listener) => {
      for (const [key, object] of store.entries()) listener({ kind: 'added', key, object });
      listeners.add(listener);
    },
  };
}
