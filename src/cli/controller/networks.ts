import { once } from 'node:events';
import { networkCaches, type NetworkCaches } from '../../controller/networks/network-cache.ts';
import type { OpenCluster } from '../cluster.ts';
import type { ControllerProcess } from './controller-process.ts';
import { cacheDependencies } from './dependencies.ts';

/**
 * Runs work with the networks of the cluster's namespaces as soon as they are known: without them, a Build would start with too few
 * certificates. Does nothing if the process stops before that. `end` aborts all caches of the process.
 */
export async function withNetworks(
  process: ControllerProcess,
  cluster: OpenCluster,
  end: AbortController,
  work: (networks: NetworkCaches) => Promise<void>,
): Promise<void> {
  const { settings, stop } = process;
  const installation = settings.leaseNamespace ?? cluster.namespace;
  try {
    const networks = networkCaches(installation, cacheDependencies({ process, cluster, signal: end.signal }));
    await Promise.race([networks.synced, aborted(stop)]);
    if (!stop.aborted) await work(networks);
  } finally {
    end.abort();
    await process.health.cachesEnded();
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
