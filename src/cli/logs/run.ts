import type { KubeObject } from '../../kube/client/kube-object.ts';
import { buildLog } from '../../logs/build-log.ts';
import type { LogSelection } from '../../logs/log-target.ts';
import { observedValue, type ObservedValue } from '../../logs/observed-value.ts';
import { lineMasks, type LineMask } from '../../mask/line-mask.ts';
import { mountedSecrets } from '../../mask/secret-values.ts';
import { objectAt } from '../../model/json-field.ts';
import type { PhaseName } from '../../model/phase-name.ts';
import { fieldError, fieldNote } from '../../model/problem.ts';
import { SYSTEM_CLOCK } from '../../runtime/clock.ts';
import { withCluster, type OpenCluster } from '../cluster.ts';
import type { ClusterFlags } from '../options.ts';
import { CommandFailure, reportProblems } from '../problems.ts';
import type { Terminal } from '../terminal.ts';
import { buildSecrets } from './build-secrets.ts';
import { checkEnd } from './check-end.ts';
import { observePod, type ObservedBuild } from './observed-build.ts';
import { printLog } from './print-log.ts';
import { readBuild, watchBuild, type BuildPlace } from './watch-build.ts';

/** The parsed options of `taskpack logs`. */
export interface LogsFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly follow?: true;
  readonly phase?: PhaseName;
  readonly container?: string;
  readonly all?: true;
  readonly timestamps?: true;
}

/** Runs `taskpack logs`. */
export async function runLogs(name: string, flags: LogsFlags, terminal: Terminal): Promise<void> {
  await withCluster(flags, terminal, async (cluster) => {
    const stop = new AbortController();
    try {
      const place = { namespace: flags.namespace ?? cluster.namespace, name };
      await showBuild({ cluster, place, flags, terminal, stop });
    } finally {
      stop.abort();
    }
  });
}

interface Showing {
  readonly cluster: OpenCluster;
  readonly place: BuildPlace;
  readonly flags: LogsFlags;
  readonly terminal: Terminal;
  /** Aborts all requests, with the API server's refusal as the reason. */
  readonly stop: AbortController;
}

async function showBuild(showing: Showing): Promise<void> {
  const { cluster, place, flags, terminal, stop } = showing;
  const first = await readBuild(cluster, place);
  if (first === undefined) {
    throw new CommandFailure([fieldError([], `namespace ${place.namespace} has no Build ${place.name}`)], 1);
  }
  const seen = flags.follow === true ? watchBuild(cluster, place, first, stop) : observedValue(first);
  let observed = observePod(seen);
  for (;;) {
    const pod = await showPod(observed, showing);
    if (pod === undefined) return;
    const note = `the Pod of Build ${place.name} was recreated, so its log starts again`;
    reportProblems([fieldNote([], note)], terminal.errors);
    observed = observePod(seen, { kind: 'present', pod });
  }
}

/** Prints the log of one Pod. Resolves to the Pod that replaces it, if there is one. */
async function showPod(
  observed: ObservedValue<ObservedBuild>,
  { cluster, place, flags, terminal, stop }: Showing,
): Promise<KubeObject | undefined> {
  const { client } = cluster;
  const { namespace, name } = place;
  const { signal } = stop;
  const { sleep } = SYSTEM_CLOCK;
  const mask = async (): Promise<LineMask> => lineMasks(await secretsAt(observed.now(), place, client))();
  const pod = { now: () => observed.now().pod, changed: observed.changed };
  const options = { namespace, wanted: wantedBy(flags), follow: flags.follow === true };
  const entries = buildLog({ podLog: client.podLog, observedPod: pod, sleep, signal }, options);
  const printed = await printLog(entries, terminal, { hasTimes: flags.timestamps === true, mask });
  if (printed.kind === 'unread') return undefined;
  return checkEnd({ name, observed, sleep, signal, ...options, ...printed });
}

/** Returns the containers that the options select. */
function wantedBy({ phase, container, all }: LogsFlags): LogSelection {
  if (phase !== undefined) return { kind: 'phase', phase };
  if (container !== undefined) return { kind: 'container', container };
  return { kind: all === true ? 'all' : 'phases' };
}

/** Returns the values to mask. Leaves out Secrets that the user may not read. */
async function secretsAt(
  { build, pod }: ObservedBuild,
  { namespace }: BuildPlace,
  client: OpenCluster['client'],
): Promise<readonly string[]> {
  const mounted = 'pod' in pod ? mountedSecrets(objectAt(pod.pod, 'spec')) : [];
  const lenient = ['NOT_FOUND', 'FORBIDDEN'] as const;
  return buildSecrets(client, { namespace, mounted, lenient, ...(build !== undefined && { build }) });
}
