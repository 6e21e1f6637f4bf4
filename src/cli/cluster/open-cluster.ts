import { kubeClient, type KubeClient } from '../../kube/client/kube-client.ts';
import { connect } from '../../kube/connect/connect.ts';
import { makeDispatchers, type Dispatchers } from '../../kube/transport/dispatchers.ts';
import { makeTransport, type Transport } from '../../kube/transport/transport.ts';
import { VERSION } from '../../settings/version.ts';
import type { Terminal } from '../terminal.ts';
import { COLLABORATORS } from './collaborators.ts';
import type { ClusterFlags } from './flags.ts';

/** A cluster that can be spoken to. */
export interface OpenCluster {
  readonly transport: Transport;
  readonly client: KubeClient;
  /** Where objects are, if not told otherwise. */
  readonly namespace: string;
  /** Ends all connections, and what is under way on them. */
  readonly close: () => Promise<void>;
}

/** Finds the cluster that is meant; sends nothing yet. Rejects with `KubeError`. */
export async function openCluster(
  flags: ClusterFlags,
  { environment }: Pick<Terminal, 'environment'>,
  watched: (dispatchers: Dispatchers) => Dispatchers = (dispatchers) => dispatchers,
): Promise<OpenCluster> {
  const access = await connect({ environment, now: COLLABORATORS.now, ...flags });
  const dispatchers = watched(makeDispatchers(access.tls, access.proxy));
  const userAgent = `taskpack/${VERSION}`;
  const transport = makeTransport({ access, dispatchers, collaborators: COLLABORATORS, userAgent });
  return { transport, client: kubeClient(transport), namespace: access.namespace, close: dispatchers.close };
}
