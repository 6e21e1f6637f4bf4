import { tmpdir } from 'node:os';
import { gitAccess, type GitAccess } from '../../controller/sources/git-access/git-access.ts';
import { listOverHttp } from '../../clients/git/references/http/list-references.ts';
import type { GitHttp } from '../../clients/git/references/http/send.ts';
import { treesOverHttp } from '../../clients/git/references/http/trees-over-http.ts';
import { listByProgram, type GitProgram } from '../../clients/git/references/list-by-program.ts';
import type { GitQuery } from '../../clients/git/references/references.ts';
import { unknownTrees } from '../../clients/git/references/trees.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { GitMetrics } from '../../controller/observability/git-metrics.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { ControllerSettings } from '../../core/settings/controller-settings.ts';
import { isHttp } from '../../clients/git/address.ts';
import type { Terminal } from '../terminal.ts';
import { ownNetworkOf, type NetworkDispatchers } from './network-dispatchers.ts';

export interface GitServersOptions {
  readonly settings: Pick<ControllerSettings, 'registries' | 'trustUnknownSshHosts'>;
  readonly terminal: Terminal;
  readonly client: Pick<KubeClient, 'get'>;
  readonly dispatchers: Pick<NetworkDispatchers, 'keyOf' | 'get'>;
  readonly metrics: Pick<GitMetrics, 'query' | 'setOldestQuery'>;
  /** Aborts all queries. */
  readonly signal: AbortSignal;
}

/** A list of references is small, so a server that takes longer hangs. */
const TIMEOUT_MS = 30_000;

/** The git program cannot be limited to single trees of a server that does not know filters. */
const NOT_HTTP = {
  reason: 'SourceUnsupported',
  message: 'the trees of sub paths are compared over HTTP only: use the HTTPS URL of the repository',
} as const;

/** Returns access to git servers for the accounts of a cluster. */
export function openGitServers(options: GitServersOptions): GitAccess {
  const { settings, terminal, client, dispatchers, metrics } = options;
  const timeouts = { idleMs: TIMEOUT_MS / 2, totalMs: TIMEOUT_MS };
  const httpOf = async ({ network }: Pick<GitQuery, 'network'>): Promise<GitHttp> => ({
    dispatcher: await dispatchers.get(network),
    now: SYSTEM_CLOCK.now,
    timeouts,
  });
  const program = gitProgram(settings, terminal.environment);
  const access = gitAccess({
    client,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    networkOf: ownNetworkOf(dispatchers),
    overHttp: async (query, signal) => listOverHttp(await httpOf(query), query, signal),
    byProgram: async (query, signal) => listByProgram(program, query, signal),
    findTrees: async (query, signal) =>
      isHttp(query.address) ? treesOverHttp(await httpOf(query), query, signal) : unknownTrees(query, NOT_HTTP),
    onAsked: metrics.query,
    signal: options.signal,
  });
  metrics.setOldestQuery(access.oldestQueryMs);
  return access;
}

function gitProgram(
  { registries, trustUnknownSshHosts }: GitServersOptions['settings'],
  environment: GitProgram['environment'],
): GitProgram {
  const allowedAddresses = registries.allowedAddresses.join(',');
  return { environment, folder: tmpdir(), trustUnknownSshHosts, allowedAddresses, timeoutMs: TIMEOUT_MS };
}
