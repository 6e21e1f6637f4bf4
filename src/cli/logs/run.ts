import type { KubeObject } from '../../kube/client/kube-object.ts';
import { buildLog } from '../../logs/build-log.ts';
import { keptLive, type Live } from '../../logs/live.ts';
import { lineMasks, type LineMask } from '../../mask/line-mask.ts';
import { mountedSecrets } from '../../mask/mounted-secrets.ts';
import { objectAt } from '../../model/json-field.ts';
import { fieldError, fieldNote } from '../../model/problem.ts';
import { COLLABORATORS } from '../cluster/collaborators.ts';
import { kubeFailure } from '../cluster/kube-failure.ts';
import { openCluster, type OpenCluster } from '../cluster/open-cluster.ts';
import { CommandFailure } from '../command-failure.ts';
import { reportProblems } from '../report.ts';
import type { Terminal } from '../terminal.ts';
import type { BuildPlace } from './build-place.ts';
import type { BuildSight } from './build-sight.ts';
import { buildSecrets } from './build-secrets.ts';
import { checkEnd } from './check-end.ts';
import { wantedBy, type LogsFlags } from './flags.ts';
import { printLog } from './print-log.ts';
import { sightOfPod } from './sight-of-pod.ts';
import { seeBuild, watchBuild } from './watch-build.ts';

/** What `taskpack logs` does. */
export async function runLogs(name: string, flags: LogsFlags, terminal: Terminal): Promise<void> {
  try {
    const cluster = await openCluster(flags, terminal);
    const stop = new AbortController();
    try {
      const place = { namespace: flags.namespace ?? cluster.namespace, name };
      await showBuild({ cluster, place, flags, terminal, stop });
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
  /** Ends what is under way, with what the API server refuses. */
  readonly stop: AbortController;
}

async function showBuild(showing: Showing): Promise<void> {
  const { cluster, place, flags, terminal, stop } = showing;
  const first = await seeBuild(cluster, place);
  if (first === undefined) {
    throw new CommandFailure([fieldError([], `there is no Build ${place.name} in namespace ${place.namespace}`)], 1);
  }
  const seen = flags.follow === true ? watchBuild(cluster, place, first, stop) : keptLive(first);
  let sight = sightOfPod(seen);
  for (;;) {
    const pod = await showPod(sight, showing);
    if (pod === undefined) return;
    const note = `the pod of Build ${place.name} was made once more: its log begins anew`;
    reportProblems([fieldNote([], note)], terminal.errors);
    sight = sightOfPod(seen, { kind: 'present', pod });
  }
}

/** Shows the log of one pod; resolves to that which the Build goes on with, if there is one. */
async function showPod(
  sight: Live<BuildSight>,
  { cluster, place, flags, terminal, stop }: Showing,
): Promise<KubeObject | undefined> {
  const { client } = cluster;
  const { namespace, name } = place;
  const { signal } = stop;
  const { sleep } = COLLABORATORS;
  const mask = async (): Promise<LineMask> => lineMasks(await secretsAt(sight.now(), place, client))();
  const pod = { now: () => sight.now().pod, changed: sight.changed };
  const options = { namespace, wanted: wantedBy(flags), follow: flags.follow === true };
  const entries = buildLog({ podLog: client.podLog, sight: pod, sleep, signal }, options);
  const printed = await printLog(entries, terminal, { hasTimes: flags.timestamps === true, mask });
  if (printed.kind === 'unread') return undefined;
  return checkEnd({ name, sight, sleep, signal, ...options, ...printed });
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
