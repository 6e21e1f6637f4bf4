import { keyOf, resourceVersionOf, type KubeObject } from '../client/kube-object.ts';
import type { Change, ReflectorProblem } from './change.ts';
import { makeStore, type Indexer, type Store, type WritableStore } from './store.ts';
import type { WatchEvent } from './watch-events.ts';

export interface ReplicaOptions<T> {
  /** Reads an object. One that it throws for is left as it was. */
  readonly parse: (object: KubeObject) => T;
  readonly onChange: (change: Change<T>) => unknown;
  readonly report: (problem: ReflectorProblem) => void;
  readonly indexers?: Readonly<Record<string, Indexer<T>>>;
}

/** A copy of what a server has, that tells of its changes. Nothing here throws. */
export interface Replica<T> {
  readonly store: Store<T>;
  /** These are all that there are. */
  readonly replace: (objects: readonly KubeObject[]) => void;
  readonly take: (event: WatchEvent) => void;
  readonly report: (problem: ReflectorProblem) => void;
}

/** An empty copy. */
export function makeReplica<T>(options: ReplicaOptions<T>): Replica<T> {
  const store = makeStore<T>(options.indexers);
  const report = (problem: ReflectorProblem): void => reporting(options.report, problem);
  const { put, remove } = makeChanges(store, options, report);
  return {
    store,
    report,
    replace: (objects) => {
      const present = new Set(objects.map(keyOf));
      const gone = store.keys().filter((key) => !present.has(key));
      objects.forEach(put);
      for (const key of gone) remove(key, undefined);
    },
    take: (event) => {
      switch (event.kind) {
        case 'present':
          return put(event.object);
        case 'deleted':
          return remove(keyOf(event.object), event.object);
        case 'bookmark':
      }
    },
  };
}

interface Changes {
  readonly put: (object: KubeObject) => void;
  /** `last` is how the object was at last, where the server says so. */
  readonly remove: (key: string, last: KubeObject | undefined) => void;
}

/** Changes the store, and tells of what has changed. */
function makeChanges<T>(
  store: WritableStore<T>,
  { parse, onChange }: ReplicaOptions<T>,
  report: (problem: ReflectorProblem) => void,
): Changes {
  const versions = new Map<string, string>();
  const tell = (change: Change<T>): void => telling(onChange, change, report);
  return {
    put: (object) => {
      const key = keyOf(object);
      const version = resourceVersionOf(object.metadata);
      if (versions.get(key) === version && version !== '') return;
      const previous = store.get(key);
      let current: T;
      try {
        current = parse(object);
        store.put(key, current);
      } catch (error) {
        report({ during: 'read', key, error });
        return;
      }
      versions.set(key, version);
      const change = { key, object: current };
      tell(previous === undefined ? { kind: 'added', ...change } : { kind: 'updated', ...change, previous });
    },
    remove: (key, last) => {
      const known = store.get(key);
      store.remove(key);
      versions.delete(key);
      if (known === undefined) return;
      tell({ kind: 'deleted', key, object: parsedOr(last, parse, known), isTombstone: last === undefined });
    },
  };
}

function parsedOr<T>(object: KubeObject | undefined, parse: (object: KubeObject) => T, known: T): T {
  try {
    return object === undefined ? known : parse(object);
  } catch {
    return known;
  }
}

function telling<T>(
  onChange: ReplicaOptions<T>['onChange'],
  change: Change<T>,
  report: (problem: ReflectorProblem) => void,
): void {
  const fail = (error: unknown): void => report({ during: 'handle', key: change.key, error });
  try {
    const result = onChange(change);
    // Nobody waits for a handler that goes on, but its failure must not end the process.
    if (result instanceof Promise) result.catch(fail);
  } catch (error) {
    fail(error);
  }
}

function reporting(report: (problem: ReflectorProblem) => void, problem: ReflectorProblem): void {
  try {
    report(problem);
  } catch {
    // There is nobody left to tell.
  }
}
