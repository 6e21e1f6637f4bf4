import type { KubeObject } from '../../kube/client/kube-object.ts';
import { NETWORK_LABEL, type NetworkReading } from '../../model/build-network.ts';
import { makeNetworks, type Networks } from '../../network/networks.ts';
import { networkConfigMap, type NetworkConfigMap, readNetwork } from '../../network/read-network.ts';
import { CONFIG_MAPS } from '../builds/resources.ts';
import { objectCache, type CacheDependencies, type ObjectCache } from '../object-cache.ts';

/** A ConfigMap with the network of a namespace, and the object without its data, for Events. */
export interface CachedNetwork extends NetworkConfigMap {
  readonly regarding: KubeObject;
}

/** The labelled ConfigMaps of a cluster. */
export interface NetworkCaches {
  readonly networks: Networks;
  /** One cache, or two if the controller watches one namespace that is not its own. */
  readonly caches: readonly ObjectCache<CachedNetwork>[];
  readonly synced: Promise<unknown>;
  /** Calls the listener with a namespace whose network may have changed, or with `undefined` for all namespaces. */
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
  const read = cachedReadings(caches);
  return {
    networks: makeNetworks(installation, read),
    caches,
    synced: Promise.all(caches.map(({ synced }) => synced)),
    subscribe: (listener) => {
      for (const cache of caches) {
        cache.subscribe(({ object }) => listener(object.namespace === installation ? undefined : object.namespace));
      }
    },
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

/** Checking the certificates of a bundle takes tens of milliseconds, so a namespace is read again only if it changes. */
function cachedReadings(caches: readonly ObjectCache<CachedNetwork>[]): (namespace: string) => NetworkReading {
  const readings = new Map<string, NetworkReading>();
  for (const cache of caches) cache.subscribe(({ object: { namespace = '' } }) => readings.delete(namespace));
  return (namespace) => {
    const known = readings.get(namespace);
    if (known !== undefined) return known;
    const reading = readNetwork(caches.flatMap(({ store }) => store.byIndex('namespace', namespace)));
    readings.set(namespace, reading);
    return reading;
  };
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
