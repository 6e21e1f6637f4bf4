import { RETRY_POLICY } from '../../clients/http/retries.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { GitMetrics } from '../../controller/observability/git-metrics.ts';
import { registryClient } from '../../clients/registry/client/registry-client.ts';
import { REQUEST_TIMEOUTS } from '../../clients/registry/client/transport/transport.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { RegistrySettings } from '../../core/settings/controller-settings.ts';
import { versionAccess, type VersionAccess } from '../../controller/sources/source-versions/version-access.ts';
import { ownNetworkOf, type NetworkDispatchers } from './network-dispatchers.ts';
import { addressPolicy } from './registries.ts';

export interface SourceVersionsOptions {
  readonly settings: RegistrySettings;
  readonly client: Pick<KubeClient, 'get'>;
  readonly dispatchers: Pick<NetworkDispatchers, 'keyOf' | 'get'>;
  readonly metrics: Pick<GitMetrics, 'versionQuery' | 'setOldestVersionQuery'>;
  /** Aborts all queries. */
  readonly signal: AbortSignal;
}

/** A version is a few headers, so a server that takes longer hangs. */
const TIMEOUT_MS = 30_000;
const TIMEOUTS = { ...REQUEST_TIMEOUTS, idleMs: TIMEOUT_MS / 2, totalMs: TIMEOUT_MS };

/** Returns access to the versions of blobs and images for the accounts of a cluster. */
export function openSourceVersions(options: SourceVersionsOptions): VersionAccess {
  const { settings, client, dispatchers, metrics, signal } = options;
  const { insecure, mirrors } = settings;
  const { random } = Math;
  const registries = {
    insecure,
    mirrors,
    addresses: addressPolicy(settings),
    // The poller repeats a query that fails.
    retryPolicy: { ...RETRY_POLICY, retries: 0 },
    timeouts: TIMEOUTS,
    signal,
  };
  const access = versionAccess({
    client,
    clock: SYSTEM_CLOCK,
    random,
    networkOf: ownNetworkOf(dispatchers),
    httpOf: async (network) => ({
      dispatcher: await dispatchers.get(network),
      now: SYSTEM_CLOCK.now,
      timeoutMs: TIMEOUT_MS,
    }),
    makeClient: async (keychain, key) => {
      const network = { dispatcher: await dispatchers.get(key), clock: SYSTEM_CLOCK, random };
      return registryClient({ ...registries, network, keychain });
    },
    onAsked: metrics.versionQuery,
    signal,
  });
  metrics.setOldestVersionQuery(access.oldestQueryMs);
  return access;
}
