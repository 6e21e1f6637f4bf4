import { setImmediate as turn } from 'node:timers/promises';
import { keyOf, type KubeObject, resourceVersionOf } from '../client/kube-object.ts';
import type { Clock } from '../../../core/runtime/clock.ts';
import { type Indexer, makeStore, type Store, type WritableStore } from './store.ts';
import type { WatchEvent } from './watch-events.ts';

/** A change of the store. The store is updated before handlers are called. */
export type Change<T> =
  | { readonly kind: 'added'; readonly key: string; readonly object: T }
  | { readonly kind: 'updated'; readonly key: string; readonly object: T; readonly previous: T }
  | {
      readonly kind: 'deleted';
      readonly key: string;
      readonly object: T;
      /** True if the deletion was not observed: the object is its last known state. */
      readonly isTombstone: boolean;
    };

/** An error that does not end the reflector. */
export interface ReflectorProblem {
  readonly during: 'list' | 'watch' | 'read' | 'handle';
  /** The key of the object, if the error concerns one. */
  readonly key?: string;
  readonly error: unknown;
}

export interface InformerOptions<T> {
  /** Parses an object. If it throws, the store keeps the previous version. */
  readonly parse: (object: KubeObject) => T;
  readonly onChange: (change: Change<T>) => unknown;
  readonly report: (problem: ReflectorProblem) => void;
  readonly indexers?: Readonly<Record<string, Indexer<T>>>;
  readonly clock: Pick<Clock, 'elapsed'>;
}

/** An object of a list, in the form that the store keeps. */
export interface ListedObject<T> {
  readonly key: string;
  readonly version: string;
  /** Absent if the store has this version already, or if the object cannot be read. */
  readonly changed?: { readonly object: T };
}

/** Keeps a store and calls the handlers of its changes. No method throws. */
export interface Informer<T> {
  readonly store: Store<T>;
  /**
   * Reads a page of a list for `replace`. Raw objects take several times the memory of what the store keeps. Lets other
   * work run in between, because a list can have any number of objects. Rejects if the signal is aborted.
   */
  readonly read: (page: readonly KubeObject[], signal: AbortSignal) => Promise<readonly ListedObject<T>[]>;
  /** Replaces the content of the store by a complete list. Lets other work run and rejects as `read` does. */
  readonly replace: (objects: readonly ListedObject<T>[], signal: AbortSignal) => Promise<void>;
  readonly handleEvent: (event: WatchEvent) => void;
  readonly report: (problem: ReflectorProblem) => void;
}

/** After this time, and the object at hand, other work of the event loop runs. */
const MAX_TURN_MS = 10;

/** Creates an informer with an empty store. */
export function makeInformer<T>(options: InformerOptions<T>): Informer<T> {
  const store = makeStore<T>(options.indexers);
  const report = (problem: ReflectorProblem): void => reportSafely(options.report, problem);
  const { read, put, remove } = makeStoreUpdater(store, options, report);
  return {
    store,
    report,
    read: async (page, signal) => {
      const listed: ListedObject<T>[] = [];
      await inTurns(page, (object) => listed.push(read(object)), options.clock, signal);
      return listed;
    },
    replace: async (objects, signal) => {
      const listed = new Set(objects.map(({ key }) => key));
      const gone = store.keys().filter((key) => !listed.has(key));
      await inTurns(objects, put, options.clock, signal);
      for (const key of gone) remove(key, undefined);
    },
    handleEvent: (event) => {
      switch (event.kind) {
        case 'added-or-modified':
          return put(read(event.object));
        case 'deleted':
          return remove(keyOf(event.object), event.object);
        case 'bookmark':
      }
    },
  };
}

async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item) => unknown,
  { elapsed }: InformerOptions<unknown>['clock'],
  signal: AbortSignal,
): Promise<void> {
  let startedAtMs = elapsed();
  for (const item of items) {
    work(item);
    if (elapsed() - startedAtMs < MAX_TURN_MS) continue;
    await turn();
    signal.throwIfAborted();
    startedAtMs = elapsed();
  }
}

interface StoreUpdater<T> {
  readonly read: (object: KubeObject) => ListedObject<T>;
  readonly put: (object: ListedObject<T>) => void;
  /** `last` is the last state of the object, if the server sent it. */
  readonly remove: (key: string, last: KubeObject | undefined) => void;
}

/** Updates the store and calls the handlers of changes. */
function makeStoreUpdater<T>(
  store: WritableStore<T>,
  { parse, onChange }: InformerOptions<T>,
  report: (problem: ReflectorProblem) => void,
): StoreUpdater<T> {
  const versions = new Map<string, string>();
  const notify = (change: Change<T>): void => notifyHandler(onChange, change, report);
  return {
    read: (object) => {
      const key = keyOf(object);
      const version = resourceVersionOf(object.metadata);
      if (versions.get(key) === version && version !== '') return { key, version };
      try {
        return { key, version, changed: { object: parse(object) } };
      } catch (error) {
        report({ during: 'read', key, error });
        return { key, version };
      }
    },
    put: ({ key, version, changed }) => {
      if (changed === undefined) return;
      const { object } = changed;
      const previous = store.get(key);
      try {
        store.put(key, object);
      } catch (error) {
        return report({ during: 'read', key, error });
      }
      versions.set(key, version);
      notify(previous === undefined ? { kind: 'added', key, object } : { kind: 'updated', key, object, previous });
    },
    remove: (key, last) => {
      const known = store.get(key);
      store.remove(key);
      versions.delete(key);
      if (known === undefined) return;
      notify({ kind: 'deleted', key, object: parseOrLast(last, parse, known), isTombstone: last === undefined });
    },
  };
}

function parseOrLast<T>(object: KubeObject | undefined, parse: (object: KubeObject) => T, known: T): T {
  try {
    return object === undefined ? known : parse(object);
  } catch {
    return known;
  }
}

function notifyHandler<T>(
  onChange: InformerOptions<T>['onChange'],
  change: Change<T>,
  report: (problem: ReflectorProblem) => void,
): void {
  const fail = (error: unknown): void => report({ during: 'handle', key: change.key, error });
  try {
    const result = onChange(change);
    // An asynchronous handler is not awaited, but its rejection must not end the process.
    if (result instanceof Promise) result.catch(fail);
  } catch (error) {
    fail(error);
  }
}

function reportSafely(report: (problem: ReflectorProblem) => void, problem: ReflectorProblem): void {
  try {
    report(problem);
  } catch {
    // There is nothing left to report the error to.
  }
}
