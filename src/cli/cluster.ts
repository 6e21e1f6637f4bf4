import { kubeClient, type KubeClient } from '../clients/kube/client/kube-client.ts';
import type { ClientConfig } from '../clients/kube/config/client-config.ts';
import { loadClientConfig } from '../clients/kube/config/load-client-config.ts';
import { KubeError } from '../clients/kube/kube-error.ts';
import { makeDispatchers, type Dispatchers } from '../clients/kube/transport/dispatchers.ts';
import { makeTransport, type Transport } from '../clients/kube/transport/transport.ts';
import { fieldError } from '../core/model/problem.ts';
import { SYSTEM_CLOCK } from '../core/runtime/clock.ts';
import { VERSION } from '../core/settings/version.ts';
import type { ClusterFlags } from './options.ts';
import { CommandFailure } from './problems.ts';
import type { Terminal } from './terminal.ts';

/** A connection to a cluster. */
export interface OpenCluster {
  readonly transport: Transport;
  readonly config: ClientConfig;
  readonly client: KubeClient;
  /** The namespace of the kubeconfig's context. */
  readonly namespace: string;
  /** Closes all connections and aborts their requests. */
  readonly close: () => Promise<void>;
}

/** The options of a long-running process. A command that a user waits for needs none. */
interface ClusterUse {
  readonly watched?: (dispatchers: Dispatchers) => Dispatchers;
  /** True to try again if there is no connection to the API server. Defaults to false. */
  readonly retriesUnreachable?: boolean;
}

/** Reads the kubeconfig and prepares a client without sending a request. Rejects with `KubeError`. */
export async function openCluster(
  flags: ClusterFlags,
  { environment }: Pick<Terminal, 'environment'>,
  { watched = (dispatchers) => dispatchers, retriesUnreachable = false }: ClusterUse = {},
): Promise<OpenCluster> {
  const config = await loadClientConfig({ selection: flags, environment, now: SYSTEM_CLOCK.now });
  const dispatchers = watched(makeDispatchers(config.tls, config.proxy));
  const userAgent = `taskpack/${VERSION}`;
  const { random } = Math;
  const transport = makeTransport({ config, dispatchers, clock: SYSTEM_CLOCK, random, retriesUnreachable, userAgent });
  return { transport, config, client: kubeClient(transport), namespace: config.namespace, close: dispatchers.close };
}

/** Converts a `KubeError` to a `CommandFailure`: exit code 2 for an unusable kubeconfig, otherwise 1. Returns other errors as they are. */
export function kubeFailure(error: unknown): unknown {
  if (!(error instanceof KubeError)) return error;
  return new CommandFailure([fieldError([], error.message)], error.code === 'CONFIGURATION' ? 2 : 1);
}

/**
 * Runs work with a connection to a cluster, and closes the connection. Rejects with `CommandFailure` instead of `KubeError`.
 */
export async function withCluster<T>(
  flags: ClusterFlags,
  terminal: Pick<Terminal, 'environment'>,
  work: (cluster: OpenCluster) => Promise<T>,
): Promise<T> {
  try {
    const cluster = await openCluster(flags, terminal);
    try {
      return await work(cluster);
    } finally {
      await cluster.close();
    }
  } catch (error) {
    throw kubeFailure(error);
  }
}
