import { buildLog } from '../../logs/build-log.ts';
import { keptLive } from '../../logs/live.ts';
import { lineMasks, type LineMask } from '../../mask/line-mask.ts';
import { mountedSecrets } from '../../mask/mounted-secrets.ts';
import { objectAt } from '../../model/json-field.ts';
import { fieldError } from '../../model/problem.ts';
import { COLLABORATORS } from '../cluster/collaborators.ts';
import { kubeFailure } from '../cluster/kube-failure.ts';
import { openCluster, type OpenCluster } from '../cluster/open-cluster.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Terminal } from '../terminal.ts';
import type { BuildPlace } from './build-place.ts';
import type { BuildSight } from './build-sight.ts';
import { buildSecrets } from './build-secrets.ts';
import { checkEnd } from './check-end.ts';
import { wantedBy, type LogsFlags } from './flags.ts';
import { printLog } from './print-log.ts';
import { seeBuild, watchBuild } from './watch-build.ts';

/** What `taskpack logs` does. */
export async function runLogs(name: string, flags: LogsFlags, terminal: Terminal): Promise<void> {
  try {
    const cluster = await openCluster(flags, terminal);
    const stop = new AbortController();
    try {
      const place = { namespace: flags.namespace ?? cluster.namespace, name };
      await showBuild({ cluster, place, flags, terminal, signal: stop.signal });
    } finally {
      stop.abort();
      await cluster.close();
    }
  } catch (error) {
    throw kubeFailure(error);
  }
}

interface Showing {
  readonly cluster: OpenCluster;
  readonly place: BuildPlace;
  readonly flags: LogsFlags;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

async function showBuild({ cluster, place, flags, terminal, signal }: Showing): Promise<void> {
  const { client } = cluster;
  const { namespace, name } = place;
  const first = await seeBuild(cluster, place);
  if (first === undefined) {
    throw new CommandFailure([fieldError([], `there is no Build ${name} in namespace ${namespace}`)], 1);
  }
  const follow = flags.follow === true;
  const sight = follow ? watchBuild(cluster, place, first, signal) : keptLive(first);
  const mask = async (): Promise<LineMask> => lineMasks(await secretsAt(sight.now(), place, client))();
  const pod = { now: () => sight.now().pod, changed: sight.changed };
  const { sleep } = COLLABORATORS;
  const options = { namespace, wanted: wantedBy(flags), follow };
  const entries = buildLog({ podLog: client.podLog, sight: pod, sleep, signal }, options);
  const printed = await printLog(entries, terminal, { hasTimes: flags.timestamps === true, mask });
  if (printed.kind === 'to-the-end') await checkEnd({ name, sight, sleep, ...options, ...printed });
}

/** Secrets that the user may not read stay unknown. */
async function secretsAt(
  { build, pod }: BuildSight,
  { namespace }: BuildPlace,
  client: OpenCluster['client'],
): Promise<readonly string[]> {
  const mounted = 'pod' in pod ? mountedSecrets(objectAt(pod.pod, 'spec')) : [];
  const lenient = ['NOT_FOUND', 'FORBIDDEN'] as const;
  return buildSecrets(client, { namespace, mounted, lenient, ...(build !== undefined && { build }) });
}
