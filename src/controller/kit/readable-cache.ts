import type { ObjectMeta } from '../../core/api/kubernetes/object-meta.ts';
import { readKind, type KindDefinition, type Named } from '../../core/api/reading/read-kind.ts';
import { keyOf, type KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import { isIncomplete } from '../../clients/kube/json/parse-object.ts';
import type { Change } from '../../clients/kube/reflector/informer.ts';
import type { Indexer, Store } from '../../clients/kube/reflector/store.ts';
import { boundedMessages } from '../../core/model/bounded-messages.ts';
import { hasMoreEntries } from '../../core/model/json-entries.ts';
import { formatFieldPath, type FieldProblem } from '../../core/model/problem.ts';
import { objectCache, type CacheDependencies, type ObjectCache } from './object-cache.ts';

/** An object that does not match its schema, such as one stored before the CustomResourceDefinition had a schema. */
export interface UnreadableObject {
  readonly object: KubeObject;
  /** Names each invalid field. */
  readonly message: string;
}

/** The stored form of an object. */
export type ReadObject<Value> =
  | { readonly kind: 'readable'; readonly value: Value }
  | ({ readonly kind: 'unreadable' } & UnreadableObject);

/** A cache of typed objects. Objects that do not match their schema are not in its store, but listed separately. */
export interface ReadableCache<T> extends ObjectCache<T> {
  /** Returns the object with this key if it exists and does not match its schema. */
  readonly unreadable: (key: string) => UnreadableObject | undefined;
  /** Calls the listener for each unreadable object in the cache, then whenever one is added or changes. */
  readonly subscribeUnreadable: (listener: (key: string) => void) => void;
}

export interface ReadableCacheOptions<T> {
  readonly resource: Resource;
  readonly definition: KindDefinition<T>;
  /** The indexes of the objects that match the schema. */
  readonly indexers?: Readonly<Record<string, Indexer<T>>>;
}

/** Starts to cache the objects of a kind. */
export function readableCache<T extends Named>(
  { resource, definition, indexers = {} }: ReadableCacheOptions<T>,
  dependencies: CacheDependencies,
): ReadableCache<T> {
  const read = objectReader(definition);
  const parse = (object: KubeObject): ReadObject<T> => {
    const result = read(object);
    const { report } = dependencies;
    if (result.kind === 'unreadable') {
      report({ resource, during: 'read', key: keyOf(object), error: new Error(result.message) });
    }
    return result;
  };
  return readableView(objectCache({ resource, parse, indexers: readableIndexers(indexers) }, dependencies));
}

/** Returns the object that a controller works on; `undefined` if the object is absent, unreadable or being deleted. */
export function objectToReconcile<T extends { readonly metadata: Pick<ObjectMeta, 'deletionTimestamp'> }>(
  { store }: Pick<ReadableCache<T>, 'store'>,
  key: string,
): T | undefined {
  const object = store.get(key);
  return object?.metadata.deletionTimestamp === undefined ? object : undefined;
}

/** Returns indexers that skip unreadable objects. */
export function readableIndexers<T>(
  indexers: Readonly<Record<string, Indexer<T>>>,
): Readonly<Record<string, Indexer<ReadObject<T>>>> {
  const skipping = Object.entries(indexers).map(([name, indexer]): readonly [string, Indexer<ReadObject<T>>] => [
    name,
    (entry) => (entry.kind === 'readable' ? indexer(entry.value) : []),
  ]);
  return Object.fromEntries(skipping);
}

/**
 * The most list items and fields of an object without its status. The client drops fields of objects that have many more
 * (`parseObject`).
 */
const MAX_ENTRIES = 10_000;

/**
 * Returns a function that reads objects of a kind as the API server returns them. It drops `managedFields`, which are
 * large and unused. An object with very many fields is unreadable. An invalid status is dropped too, because its controller writes a new one.
 */
export function objectReader<Value extends Named>(
  definition: KindDefinition<Value>,
): (object: KubeObject) => ReadObject<Value> {
  const version = definition.apiVersion.slice(definition.apiVersion.indexOf('/') + 1);
  const read = (value: object) => readKind(definition, version, { document: { value }, prefix: [], value });
  return (object) => {
    const { metadata, status, ...fields } = object;
    const { managedFields: _, ...keptMetadata } = metadata;
    const withoutStatus = { ...fields, metadata: keptMetadata };
    if (isIncomplete(object) || hasMoreEntries(withoutStatus, MAX_ENTRIES)) {
      const message = `the object is invalid: it has more than ${MAX_ENTRIES} list items and fields; make it smaller`;
      return { kind: 'unreadable', object, message };
    }
    const { value, problems } = read(status === undefined ? withoutStatus : { ...withoutStatus, status });
    const isOfStatus = problems.some(({ paths: [[field]] }) => field === 'status');
    const readable = value ?? (isOfStatus ? read(withoutStatus).value : undefined);
    if (readable !== undefined) return { kind: 'readable', value: readable };
    return {
      kind: 'unreadable',
      object,
      message: `the object is invalid: ${boundedMessages(problems.map(formatProblem)).join('; ')}`,
    };
  };
}

function formatProblem({ paths: [path], message }: FieldProblem): string {
  const field = formatFieldPath(path);
  return field === '' ? message : `${field}: ${message}`;
}

/** Splits a cache into its readable objects and its unreadable ones. */
export function readableView<T>({ store, subscribe, ...rest }: ObjectCache<ReadObject<T>>): ReadableCache<T> {
  return {
    ...rest,
    store: readableStore(store),
    unreadable: (key) => {
      const entry = store.get(key);
      return entry?.kind === 'unreadable' ? entry : undefined;
    },
    subscribe: (listener) =>
      subscribe((change) => {
        const readable = readableChange(change);
        if (readable !== undefined) listener(readable);
      }),
    subscribeUnreadable: (listener) => {
      subscribe(({ kind, key, object }) => {
        if (kind !== 'deleted' && object.kind === 'unreadable') listener(key);
      });
    },
  };
}

function readableStore<T>(store: Store<ReadObject<T>>): Store<T> {
  const values = (entry: ReadObject<T> | undefined): readonly T[] => (entry?.kind === 'readable' ? [entry.value] : []);
  return {
    get: (key) => values(store.get(key))[0],
    list: () => store.list().flatMap(values),
    entries: () => [...store.entries()].flatMap(([key, entry]) => values(entry).map((value) => [key, value] as const)),
    byIndex: (index, value) => store.byIndex(index, value).flatMap(values),
  };
}

/** Returns the change as subscribers of readable objects see it: an object that becomes unreadable is deleted. */
function readableChange<T>(change: Change<ReadObject<T>>): Change<T> | undefined {
  const { kind, key, object } = change;
  const previous = kind === 'updated' ? change.previous : undefined;
  if (object.kind === 'unreadable') {
    return previous?.kind === 'readable'
      ? { kind: 'deleted', key, object: previous.value, isTombstone: false }
      : undefined;
  }
  switch (kind) {
    case 'deleted':
      return { kind, key, object: object.value, isTombstone: change.isTombstone };
    case 'added':
      return { kind, key, object: object.value };
    case 'updated':
      return previous?.kind === 'readable'
        ? { kind, key, object: object.value, previous: previous.value }
        : { kind: 'added', key, object: object.value };
  }
}
