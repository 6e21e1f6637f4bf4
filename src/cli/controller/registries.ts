import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import { fieldError } from '../../core/model/problem.ts';
import { countedDispatcher, type CountRequest } from '../../controller/observability/request-metrics.ts';
import { RETRY_POLICY } from '../../clients/http/retries.ts';
import { withLookupTimeout } from '../../controller/registry-access/lookup-timeout.ts';
import {
  registryAccess,
  type RegistryAccess,
  type RegistryAccessOptions,
} from '../../controller/registry-access/registry-access.ts';
import {
  REQUEST_TIMEOUTS,
  type AddressPolicy,
  type Network,
} from '../../clients/registry/client/transport/transport.ts';
import type { NetworkSettings } from '../../clients/registry/client/transport/dispatcher.ts';
import { registryClient } from '../../clients/registry/client/registry-client.ts';
import type { Clock } from '../../core/runtime/clock.ts';
import type { RegistrySettings } from '../../core/settings/controller-settings.ts';
import { readCertificates } from '../ca-file.ts';
import { CommandFailure } from '../problems.ts';
import { proxies } from '../registry/open-registry.ts';
import type { Terminal } from '../terminal.ts';
import type { NetworkDispatchers } from './network-dispatchers.ts';

export interface RegistriesOptions {
  readonly settings: RegistrySettings;
  readonly client: Pick<KubeClient, 'get'>;
  readonly dispatchers: Pick<NetworkDispatchers, 'of'>;
  readonly count: CountRequest;
  readonly clock: Clock;
  readonly indexPlatform: RegistryAccessOptions['indexPlatform'];
  /** Aborts all requests, also those of lookups in the background. */
  readonly signal: AbortSignal;
}

/** Few retries and a short timeout: the work queue retries too, and a request blocks a worker. */
const RETRIES = { ...RETRY_POLICY, retries: 2 };
const TIMEOUTS = { ...REQUEST_TIMEOUTS, idleMs: 30_000 };

/** Returns access to registries for the accounts of a cluster. */
export function openRegistries(options: RegistriesOptions): RegistryAccess {
  const { settings, client, dispatchers, count, clock, indexPlatform, signal } = options;
  const { insecure, mirrors } = settings;
  const networkOf = async (namespace: string | undefined): Promise<Network> => ({
    dispatcher: countedDispatcher(await dispatchers.of(namespace), count),
    clock,
    random: Math.random,
  });
  const addresses = addressPolicy(settings);
  const registries = {
    insecure,
    mirrors,
    addresses,
    quotesServers: false,
    retryPolicy: RETRIES,
    timeouts: TIMEOUTS,
    signal,
  };
  const access = registryAccess({
    client,
    now: clock.now,
    indexPlatform,
    makeClient: async (keychain, account) =>
      registryClient({ ...registries, network: await networkOf(account?.namespace), keychain }),
  });
  return { ...access, ...withLookupTimeout(access, clock) };
}

/** Returns the proxies, certificates and allowed addresses of connections to servers that tenants name. */
export async function connectionSettings(
  { caFile, allowedAddresses }: Pick<RegistrySettings, 'caFile' | 'allowedAddresses'>,
  { environment }: Pick<Terminal, 'environment'>,
): Promise<NetworkSettings> {
  const caBundle = caFile === undefined ? undefined : await readCertificates(caFile, caFileFailure);
  const guard = { allowed: allowedAddresses.join(','), setting: 'ALLOWED_ADDRESSES' };
  return { ...proxies(environment), ...(caBundle !== undefined && { caBundle }), guard };
}

/**
 * Returns the addresses that registries may have. Tenants choose registries, so only the settings can allow an address
 * of the controller's own Pod.
 */
export function addressPolicy({ insecure, mirrors }: RegistrySettings): AddressPolicy {
  const hosts = Object.values(mirrors).flatMap((places) => places.map((place) => place.split('/', 1)[0] ?? ''));
  const named = new Set([...insecure, ...hosts]);
  return { mayBeLoopback: (registry) => named.has(registry), mayLeadInside: false };
}

function caFileFailure(message: string): CommandFailure {
  return new CommandFailure([fieldError(['REGISTRY_CA_FILE'], message)], 2);
}
