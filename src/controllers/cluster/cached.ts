import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { Selection } from '../../kube/client/list-pages.ts';
import type { Resource } from '../../kube/client/resource.ts';
import type { Collaborators } from '../../kube/collaborators.ts';
import type { Change, ReflectorProblem } from '../../kube/reflector/change.ts';
import { startReflector } from '../../kube/reflector/reflector.ts';
import type { Indexer, Store } from '../../kube/reflector/store.ts';
import type { Transport } from '../../kube/transport/transport.ts';

type Listener<T> = (change: Change<T>) => void;

/** Objects of one resource, kept like the server's, for all who ask. */
export interface Cached<T> {
  readonly store: Store<T>;
  /** Tells of every change after the store has changed, and at first of what is there. */
  readonly subscribe: (listener: Listener<T>) => void;
  /** Resolves to whether all has been seen once: when it has, or when the cache is stopped. */
  readonly synced: Promise<boolean>;
  /** Resolves when nothing is under way any more. */
  readonly ended: Promise<void>;
}

export interface CachedOptions<T> {
  readonly resource: Resource;
  /** All objects of all namespaces where not told. */
  readonly selection?: Selection;
  /** What is kept of an object. One that it throws for is left as it was. */
  readonly parse: (object: KubeObject) => T;
  readonly indexers?: Readonly<Record<string, Indexer<T>>>;
}

export interface CacheCollaborators {
  readonly transport: Transport;
  readonly collaborators: Collaborators;
  /** What is kept of namespaced objects: those of one namespace, or all where not told. */
  readonly namespace?: string;
  /** A failure that did not end it. */
  readonly report: (problem: ReflectorProblem & { readonly resource: Resource }) => void;
  /** Told of each cache that is opened, so that somebody can say how they are. */
  readonly onOpen?: (cache: OpenCache) => void;
  readonly signal: AbortSignal;
}

/** A cache as it is seen from outside. */
export interface OpenCache extends Pick<Cached<unknown>, 'synced' | 'ended'> {
  readonly resource: Resource;
  readonly size: () => number;
  /** How long it has failed to hear from the server, in milliseconds; `undefined` while it does not fail. */
  readonly failingFor: () => number | undefined;
}

/** Begins to keep the objects of a resource. */
export function cached<T>(options: CachedOptions<T>, shell: CacheCollaborators): Cached<T> {
  const { resource } = options;
  const { report, namespace, onOpen, ...rest } = shell;
  const { elapsed } = shell.collaborators;
  const listeners = new Set<Listener<T>>();
  let failingSince: number | undefined;
  const { store, synced, ended } = startReflector<T>({
    ...rest,
    ...options,
    ...(namespace !== undefined && { selection: { ...options.selection, namespace } }),
    onChange: (change) => {
      for (const listener of listeners) listener(change);
    },
    onHeard: () => {
      failingSince = undefined;
    },
    report: (problem) => {
      if (problem.during === 'list' || problem.during === 'watch') failingSince ??= elapsed();
      report({ ...problem, resource });
    },
  });
  const failingFor = (): number | undefined => (failingSince === undefined ? undefined : elapsed() - failingSince);
  onOpen?.({ resource, synced, ended, size: () => store.list().length, failingFor });
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
