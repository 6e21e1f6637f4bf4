import { isDeepStrictEqual } from 'node:util';
import { kubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { NETWORK_LABEL } from '../../core/model/build-network.ts';
import { makeNetworks, type Networks } from '../../core/network/networks.ts';
import {
  type ContentSize,
  contentSize,
  exceededLimit,
  isNetworkConfigMap,
  networkConfigMap,
  type NetworkConfigMap,
} from '../../core/network/network-config-map.ts';
import { CONFIG_MAPS } from '../../clients/kube/client/resources.ts';
import { objectCache, type CacheDependencies, type ObjectCache } from '../kit/object-cache.ts';
import { networkReadings } from './network-readings.ts';

/** A ConfigMap with the network of a namespace, and the object without its data, for Events. */
export interface CachedNetwork extends NetworkConfigMap {
  readonly regarding: KubeObject;
}

/** The labelled ConfigMaps of a cluster. */
export interface NetworkCaches {
  readonly networks: Networks;
  /** Returns the labelled ConfigMaps of a namespace, or of all namespaces. */
  readonly list: (namespace?: string) => readonly CachedNetwork[];
  /** Returns the problems of a ConfigMap. */
  readonly problemsOf: (configMap: Pick<NetworkConfigMap, 'namespace' | 'name'>) => readonly string[];
  /** Resolves when all networks are known. */
  readonly synced: Promise<unknown>;
  /** Calls the listener with a namespace whose network has changed, or with `undefined` for all namespaces. */
  readonly subscribe: (listener: (namespace: string | undefined) => void) => void;
}

const SELECTION = { labelSelector: `${NETWORK_LABEL}=true` };

/** Starts to cache the labelled ConfigMaps. `installation` is the controller's own namespace. */
export function networkCaches(installation: string, dependencies: CacheDependencies): NetworkCaches {
  const { namespace } = dependencies;
  const isElsewhere = namespace !== undefined && namespace !== installation;
  const started = [
    startCache(dependencies),
    ...(isElsewhere ? [startCache({ ...dependencies, namespace: installation })] : []),
  ];
  const caches = started.map(({ cache }) => cache);
  const list: NetworkCaches['list'] = (of) =>
    caches.flatMap(({ store }) => (of === undefined ? store.list() : store.byIndex('namespace', of)));
  const listeners = new Set<(namespace: string | undefined) => void>();
  // An object of a cache is replaced whenever the ConfigMap changes.
  const fetched = new WeakMap<NetworkConfigMap, readonly NetworkConfigMap[]>();
  const readings = networkReadings({
    clock: dependencies.clock,
    signal: dependencies.signal,
    configMapsOf: list,
    readAgain: async (configMap) => {
      const known = fetched.get(configMap) ?? (await fetchConfigMap(dependencies, configMap));
      fetched.set(configMap, known);
      return known;
    },
    onRead: (read) => listeners.forEach((listener) => listener(read === installation ? undefined : read)),
  });
  for (const { cache, kept } of started) {
    cache.subscribe((change) => {
      if (change.kind === 'deleted') kept.remove(change.object);
      // Anyone who may edit ConfigMaps can change annotations several times a second.
      if (change.kind === 'updated' && isSameContent(change.previous, change.object)) return;
      readings.changed(change.object.namespace ?? '');
    });
  }
  return {
    networks: makeNetworks(installation, readings.of),
    list,
    problemsOf: (configMap) => readings.of(configMap.namespace ?? '').problemsOf.get(configMap.name) ?? [],
    synced: Promise.all(caches.map(({ synced }) => synced)).then(readings.start),
    subscribe: (listener) => void listeners.add(listener),
  };
}

function startCache(dependencies: CacheDependencies): {
  readonly cache: ObjectCache<CachedNetwork>;
  readonly kept: KeptContents;
} {
  const kept = keptContents();
  const cache = objectCache(
    {
      resource: CONFIG_MAPS,
      selection: SELECTION,
      parse: (object) => kept.add(cachedNetwork(object)),
      indexers: { namespace: (one) => [one.namespace ?? ''] },
    },
    dependencies,
  );
  return { cache, kept };
}

/** The contents that a cache keeps: those within the limits of their namespaces. */
interface KeptContents {
  /** Returns the ConfigMap without its content if the namespace has no room for it. */
  readonly add: (configMap: CachedNetwork) => CachedNetwork;
  readonly remove: (configMap: NetworkConfigMap) => void;
}

/** Tenants choose the number of ConfigMaps, and no Build starts beyond the limits, so no content beyond them is needed. */
function keptContents(): KeptContents {
  const sizes = new Map<string, Map<string, ContentSize>>();
  const remove: KeptContents['remove'] = ({ namespace = '', name }) => {
    const ofNamespace = sizes.get(namespace);
    ofNamespace?.delete(name);
    if (ofNamespace?.size === 0) sizes.delete(namespace);
  };
  return {
    remove,
    add: (configMap) => {
      remove(configMap);
      const { namespace = '', name } = configMap;
      const ofNamespace = sizes.get(namespace) ?? new Map<string, ContentSize>();
      const size = contentSize(configMap);
      if (size.keys === 0) return configMap;
      const isBeyond = exceededLimit([...ofNamespace.values(), size]) !== undefined;
      if (isBeyond) return { ...configMap, data: {}, withheld: size };
      sizes.set(namespace, ofNamespace.set(name, size));
      return configMap;
    },
  };
}

/** True if both contents are known and equal. */
function isSameContent(one: NetworkConfigMap, other: NetworkConfigMap): boolean {
  const isKnown = one.withheld === undefined && other.withheld === undefined;
  return isKnown && isDeepStrictEqual(one.data, other.data);
}

async function fetchConfigMap(
  { transport, signal }: CacheDependencies,
  { namespace = '', name }: NetworkConfigMap,
): Promise<readonly NetworkConfigMap[]> {
  try {
    const object = await kubeClient(transport).get(CONFIG_MAPS, { namespace, name }, { signal });
    return isNetworkConfigMap(object) ? [networkConfigMap(object)] : [];
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return [];
    throw error;
  }
}

function cachedNetwork(object: KubeObject): CachedNetwork {
  const { uid = '', resourceVersion = '' } = object.metadata;
  const configMap = networkConfigMap(object);
  const { name, namespace = '' } = configMap;
  return {
    ...configMap,
    regarding: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, uid, resourceVersion } },
  };
}
