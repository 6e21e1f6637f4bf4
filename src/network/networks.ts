import { MAX_CERTIFICATES_LENGTH } from './read-network.ts';
import { type BuildNetwork, joinNetworks, type NetworkReading, NO_NETWORK } from '../model/build-network.ts';

/** The networks of a cluster's namespaces, as their labelled ConfigMaps describe them now. */
export interface Networks {
  /** Returns the network of the Builds in a namespace: the installation's, and what the namespace adds. */
  readonly ofBuilds: (namespace: string) => NetworkReading;
  /**
   * Returns the network of the controller's own connections for the objects of a namespace, or for cluster-scoped objects. The
   * namespace adds certificates, but no proxies: tenants write its ConfigMaps, and a proxy could be any address that the controller
   * reaches. Equal networks are the same object.
   */
  readonly ofController: (namespace: string | undefined) => BuildNetwork;
}

/** A cluster without labelled ConfigMaps. */
export const NO_NETWORKS: Networks = { ofBuilds: () => NO_NETWORK, ofController: () => NO_NETWORK.network };

/** Creates the networks from a function that reads the ConfigMaps of one namespace. `installation` is the controller's namespace. */
export function makeNetworks(installation: string, read: (namespace: string) => NetworkReading): Networks {
  const interned = new Map<string, BuildNetwork>();
  return {
    ofBuilds: (namespace) => {
      const ofAll = read(installation);
      if (namespace === installation) return ofAll;
      return joinReadings(ofAll, read(namespace), namespace);
    },
    ofController: (namespace) => {
      const { network } = read(installation);
      if (namespace === undefined || namespace === installation) return network;
      const { certificates } = read(namespace).network;
      if (certificates === undefined) return network;
      const joined = joinNetworks(network, { certificates, proxies: {} });
      const key = JSON.stringify(joined);
      const known = interned.get(key) ?? joined;
      interned.delete(key);
      interned.set(key, known);
      if (interned.size > MAX_INTERNED) interned.delete(interned.keys().next().value ?? '');
      return known;
    },
  };
}

/** Leaves out the certificates of the namespace if the workload's ConfigMap could not hold both, as the API server would refuse it. */
function joinReadings(ofAll: NetworkReading, own: NetworkReading, namespace: string): NetworkReading {
  const network = joinNetworks(ofAll.network, own.network);
  const problems = [...ofAll.problems, ...own.problems];
  const length = network.certificates?.length ?? 0;
  if (length <= MAX_CERTIFICATES_LENGTH) return { network, problems };
  const problem = `the certificates of namespace ${namespace} and of the installation together take ${length} bytes, and ${MAX_CERTIFICATES_LENGTH} is the limit: remove some`;
  const { proxies } = network;
  return { network: { ...ofAll.network, proxies }, problems: [...problems, problem] };
}

/** The most different networks that are remembered: more than the namespaces of a cluster that have authorities of their own. */
const MAX_INTERNED = 2_000;
