import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import { NETWORK_LABEL } from '../../model/build-network.ts';
import { makeNetworks, type Networks } from '../../network/networks.ts';
import { networkConfigMap, type NetworkConfigMap } from '../../network/read-network.ts';
import { CONFIG_MAPS } from '../builds/resources.ts';
import { objectCache, type CacheDependencies, type ObjectCache } from '../object-cache.ts';
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
  const caches = [
    startCache(dependencies),
    ...(isElsewhere ? [startCache({ ...dependencies, namespace: installation })] : []),
  ];
  const list: NetworkCaches['list'] = (of) =>
    caches.flatMap(({ store }) => (of === undefined ? store.list() : store.byIndex('namespace', of)));
  const listeners = new Set<(namespace: string | undefined) => void>();
  const readings = networkReadings({
    clock: dependencies.clock,
    signal: dependencies.signal,
    configMapsOf: list,
    onRead: (read) => listeners.forEach((listener) => listener(read === installation ? undefined : read)),
  });
  for (const cache of caches) {
    cache.subscribe((change) => {
      // Anyone who may edit ConfigMaps can change annotations several times a second.
      if (change.kind === 'updated' && isDeepStrictEqual(change.previous.data, change.object.data)) return;
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

function startCache(dependencies: CacheDependencies): ObjectCache<CachedNetwork> {
  return objectCache(
    {
      resource: CONFIG_MAPS,
      selection: SELECTION,
      parse: cachedNetwork,
      indexers: { namespace: (one) => [one.namespace ?? ''] },
    },
    dependencies,
  );
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
