import { type BuildNetwork, joinNetworks, type NetworkReading, NO_NETWORK } from '../model/build-network.ts';
import { MAX_LENGTH } from './network-config-map.ts';

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

/**
 * Creates the networks from a function that reads the ConfigMaps of one namespace, and returns the same object until one changes.
 * `installation` is the controller's namespace.
 */
export function makeNetworks(installation: string, read: (namespace: string) => NetworkReading): Networks {
  const joined = new Map<string, JoinedNetwork>();
  return {
    ofBuilds: (namespace) => {
      const ofAll = read(installation);
      return namespace === installation ? ofAll : joinReadings(ofAll, read(namespace), namespace);
    },
    ofController: (namespace) => {
      const ofAll = read(installation).network;
      if (namespace === undefined || namespace === installation) return ofAll;
      const own = read(namespace).network;
      const known = joined.get(namespace);
      if (known?.ofAll === ofAll && known.own === own) return known.network;
      joined.delete(namespace);
      if (own.certificates === undefined) return ofAll;
      const network = joinNetworks(ofAll, { certificates: own.certificates, proxies: {} });
      const equal = [...joined.values()].find(
        (one) => one.ofAll === ofAll && one.network.certificates === network.certificates,
      );
      const shared = equal?.network ?? network;
      joined.set(namespace, { ofAll, own, network: shared });
      leaveOutOldest(joined);
      return shared;
    },
  };
}

/** The last network of a namespace, and the objects that it is joined from. */
interface JoinedNetwork {
  readonly ofAll: BuildNetwork;
  readonly own: BuildNetwork;
  readonly network: BuildNetwork;
}

/** Tenants choose the certificates, so their length limits the memory that they take. Namespaces that are deleted leave theirs behind. */
function leaveOutOldest(joined: Map<string, JoinedNetwork>): void {
  let length = [...joined.values()].reduce((sum, { network }) => sum + (network.certificates?.length ?? 0), 0);
  for (const [namespace, { network }] of joined) {
    if (length <= MAX_JOINED_LENGTH) return;
    joined.delete(namespace);
    length -= network.certificates?.length ?? 0;
  }
}

/** The most characters of the certificates of all namespaces that are remembered. */
const MAX_JOINED_LENGTH = 64_000_000;

/** Leaves out the certificates of the namespace if the workload's ConfigMap could not hold both, as the API server would refuse it. */
function joinReadings(ofAll: NetworkReading, own: NetworkReading, namespace: string): NetworkReading {
  const network = joinNetworks(ofAll.network, own.network);
  const problems = [...ofAll.problems, ...own.problems];
  const length = network.certificates?.length ?? 0;
  if (length <= MAX_LENGTH) return { network, problems };
  const problem = `the certificates of namespace ${namespace} and of the installation together take ${length} bytes, and ${MAX_LENGTH} is the limit: remove some`;
  const { proxies } = network;
  return { network: { ...ofAll.network, proxies }, problems: [...problems, problem] };
}
