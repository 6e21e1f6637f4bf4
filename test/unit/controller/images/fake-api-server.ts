import { BUILDER, CLUSTER_BUILDER, IMAGE, SOURCE_RESOLVER } from '../../../../src/core/api/kpack/kind-definitions.ts';
import type { KindDefinition, Named } from '../../../../src/core/api/reading/read-kind.ts';
import { cachedBuild } from '../../../../src/controller/images/cached-build.ts';
import { cachedClaim } from '../../../../src/controller/images/cached-claim.ts';
import { BUILD_INDEXERS, IMAGE_INDEXERS, type ImageCaches } from '../../../../src/controller/images/image-caches.ts';
import {
  readableIndexers,
  readableView,
  objectReader,
  type ReadObject,
} from '../../../../src/controller/kit/readable-cache.ts';
import type { ObjectCache } from '../../../../src/controller/kit/object-cache.ts';
import { keyOf, type KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import type { KubeClient } from '../../../../src/clients/kube/client/kube-client.ts';
import { KubeError, type KubeErrorCode } from '../../../../src/clients/kube/kube-error.ts';
import type { Change } from '../../../../src/clients/kube/reflector/informer.ts';
import { makeStore, type Indexer } from '../../../../src/clients/kube/reflector/store.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { objectAt } from '../../../support/json-field.ts';
import { mergePatched } from '../../../support/merge-patch.ts';

/** The process was killed right after a write. */
export class Killed extends Error {}

type Client = Pick<KubeClient, 'get' | 'list' | 'create' | 'patch' | 'delete'>;

/** The objects of an API server, and clients and caches of it. */
export interface FakeApiServer {
  /** The successful writes, such as `create builds team/app-build-1`. */
  readonly writes: string[];
  readonly put: (plural: string, object: JsonObject) => void;
  readonly remove: (plural: string, key: string) => void;
  readonly get: (plural: string, key: string) => KubeObject | undefined;
  readonly list: (plural: string) => readonly KubeObject[];
  /** Returns a client whose process is killed after this number of writes. */
  readonly client: (writesUntilKilled?: number) => Client;
  /** Returns caches that see all writes from now on, unless `lagging` names their resource. */
  readonly caches: () => ImageCaches;
  readonly lagging: Set<string>;
  /** Lets the caches see everything. */
  readonly catchUp: () => void;
  /** Refuses the next writes that start with this text. */
  readonly refusals: Map<string, KubeErrorCode>;
}

type Listener = (plural: string, key: string, object: KubeObject | undefined) => void;

export function fakeApiServer(): FakeApiServer {
  const objects = new Map<string, Map<string, KubeObject>>();
  const [writes, listeners]: [string[], Listener[]] = [[], []];
  const lagging = new Set<string>();
  const refusals = new Map<string, KubeErrorCode>();
  let version = 0;
  const of = (plural: string): Map<string, KubeObject> => {
    const found = objects.get(plural) ?? new Map<string, KubeObject>();
    objects.set(plural, found);
    return found;
  };
  const tell = (plural: string, key: string): void => {
    if (!lagging.has(plural)) listeners.forEach((listener) => listener(plural, key, of(plural).get(key)));
  };
  const store = (plural: string, object: KubeObject): KubeObject => {
    version += 1;
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: `${version}` } };
    of(plural).set(keyOf(object), stored);
    tell(plural, keyOf(object));
    return stored;
  };
  const put = (plural: string, object: JsonObject): void => {
    const { metadata, ...rest } = object as KubeObject;
    const before = of(plural).get(keyOf(object as KubeObject))?.metadata;
    version += 1;
    const generated = { uid: before?.['uid'] ?? `uid-${version}`, generation: 1 };
    store(plural, { ...rest, metadata: { ...generated, ...metadata } } as unknown as KubeObject);
  };
  const remove = (plural: string, key: string): void => {
    of(plural).delete(key);
    tell(plural, key);
  };
  const found = (plural: string, name: { readonly namespace?: string; readonly name: string }): KubeObject => {
    const object = of(plural).get(`${name.namespace ?? ''}/${name.name}`);
    if (object === undefined) throw new KubeError('NOT_FOUND', `get ${plural}`, 'not found');
    return object;
  };
  const list: Client['list'] = async function* list({ plural }) {
    if (refusals.has(`list ${plural}`)) throw new KubeError('FORBIDDEN', `list ${plural}`, 'no');
    yield* of(plural).values();
  };
  const client = (writesUntilKilled = Number.POSITIVE_INFINITY): Client => {
    let left = writesUntilKilled;
    const write = (what: string): void => {
      const [refused] = [...refusals].filter(([start]) => what.startsWith(start));
      if (refused !== undefined) throw new KubeError(refused[1], what, 'no');
      writes.push(what);
      left -= 1;
    };
    const alive = <T>(value: T): T => {
      if (left < 0) throw new Error('a killed process writes');
      if (left === 0) throw new Killed();
      return value;
    };
    return {
      get: async ({ plural }, name) => found(plural, name),
      list,
      create: async ({ plural }, object) => {
        const key = keyOf(object);
        if (of(plural).has(key)) throw new KubeError('ALREADY_EXISTS', `create ${plural} ${key}`, 'exists');
        write(`create ${plural} ${key}`);
        put(plural, object);
        return alive(found(plural, object.metadata as unknown as { readonly name: string }));
      },
      patch: async ({ plural }, name, patch, options) => {
        const object = found(plural, name);
        const { resourceVersion, uid } = objectAt(patch, 'metadata');
        const isOutdated = resourceVersion !== undefined && resourceVersion !== object.metadata['resourceVersion'];
        if (isOutdated || (uid !== undefined && uid !== object.metadata['uid'])) {
          throw new KubeError('CONFLICT', `patch ${plural}`, 'changed');
        }
        const isStatus = options?.subresource === 'status';
        write(`${isStatus ? 'status' : 'patch'} ${plural} ${keyOf(object)}`);
        return alive(store(plural, mergePatched(object, patch) as KubeObject));
      },
      delete: async ({ plural }, name, options) => {
        const object = found(plural, name);
        if (options?.uid !== object.metadata['uid']) throw new KubeError('CONFLICT', `delete ${plural}`, 'other uid');
        write(`delete ${plural} ${keyOf(object)}`);
        remove(plural, keyOf(object));
        alive(undefined);
      },
    };
  };
  const cache = <T>(plural: string, parse: (object: KubeObject) => T, indexers: Record<string, Indexer<T>> = {}) =>
    cacheOf({ plural, parse, indexers, initial: of(plural), listeners });
  const readable = <T extends Named>(plural: string, definition: KindDefinition<T>, indexers = {}) => {
    const read = objectReader(definition);
    return readableView(cache<ReadObject<T>>(plural, read, readableIndexers(indexers)));
  };
  return {
    writes,
    put,
    remove,
    get: (plural, key) => of(plural).get(key),
    list: (plural) => [...of(plural).values()],
    client,
    lagging,
    refusals,
    catchUp: () => {
      lagging.clear();
      for (const [plural, all] of objects) for (const key of all.keys()) tell(plural, key);
    },
    caches: () => ({
      images: readable('images', IMAGE, IMAGE_INDEXERS),
      resolvers: readable('sourceresolvers', SOURCE_RESOLVER),
      builds: cache('builds', cachedBuild, BUILD_INDEXERS),
      claims: cache('persistentvolumeclaims', cachedClaim),
      builders: {
        builders: readable('builders', BUILDER),
        clusterBuilders: readable('clusterbuilders', CLUSTER_BUILDER),
      },
    }),
  };
}

interface CacheOptions<T> {
  readonly plural: string;
  readonly parse: (object: KubeObject) => T;
  readonly indexers: Readonly<Record<string, Indexer<T>>>;
  readonly initial: ReadonlyMap<string, KubeObject>;
  readonly listeners: Listener[];
}

function cacheOf<T>({ plural, parse, indexers, initial, listeners }: CacheOptions<T>): ObjectCache<T> {
  const store = makeStore<T>(indexers);
  const subscribers: ((change: Change<T>) => void)[] = [];
  const show = (key: string, object: KubeObject | undefined): Change<T> | undefined => {
    const previous = store.get(key);
    if (object === undefined) {
      store.remove(key);
      return previous && { kind: 'deleted', key, object: previous, isTombstone: false };
    }
    const value = parse(object);
    store.put(key, value);
    return previous === undefined
      ? { kind: 'added', key, object: value }
      : { kind: 'updated', key, object: value, previous };
  };
  for (const [key, object] of initial) show(key, object);
  listeners.push((changed, key, object) => {
    const change = changed === plural ? show(key, object) : undefined;
    if (change !== undefined) subscribers.forEach((subscriber) => subscriber(change));
  });
  return {
    store,
    synced: Promise.resolve(true),
    ended: Promise.resolve(),
    subscribe: (subscriber) => {
      for (const [key, object] of store.entries()) subscriber({ kind: 'added', key, object });
      subscribers.push(subscriber);
    },
  };
}
