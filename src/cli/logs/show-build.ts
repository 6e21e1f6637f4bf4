import type { NamespacedName } from '../../clients/kube/client/resource.ts';
import { BUILDS } from '../../clients/kube/client/resources.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { buildLog, type BuildLogOptions } from '../../insight/logs/build-log.ts';
import { layerLines } from '../../insight/logs/layer-lines.ts';
import type { LogSelection } from '../../insight/logs/log-target.ts';
import { observedValue, type ObservedValue } from '../../insight/logs/observed-value.ts';
import { lineMasks, type LineMask } from '../../core/mask/line-mask.ts';
import { mountedSecrets } from '../../core/mask/secret-values.ts';
import { asPod } from '../../core/model/objects/pod.ts';
import { fieldNote, fieldWarning } from '../../core/model/problem.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { OpenCluster } from '../cluster.ts';
import { notFound } from '../objects/not-found.ts';
import { CommandFailure, reportProblems } from '../problems.ts';
import { type Terminal, writeTexts } from '../terminal.ts';
import { buildSecrets } from './build-secrets.ts';
import { checkEnd } from './check-end.ts';
import { progressText } from './log-progress.ts';
import { printSummary, type PrintedBuild } from './log-summary.ts';
import type { LogsFlags } from './logs-flags.ts';
import { observePod, type ObservedBuild } from './observed-build.ts';
import { lastPhaseTimes, type PhaseTimes } from './phase-times.ts';
import { printLog, heading } from './print-log.ts';
import { statusLine, type StatusLine } from './status-line.ts';
import { readBuildAndPods, watchBuild, watchEvents, type PodEvents } from './watch-build.ts';
import { plainLine } from '../../insight/logs/log-text.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { buildProgress } from '../../insight/views/build-state.ts';
import type { FailureView } from '../../insight/views/failure-view.ts';

/** A Build, and where and how to print its log. */
export interface Showing {
  readonly cluster: OpenCluster;
  readonly key: NamespacedName;
  readonly flags: LogsFlags;
  readonly terminal: Terminal;
  /** Aborts all requests, with the API server's refusal as the reason. */
  readonly stop: AbortController;
}

/** The state of a Build while its log is printed. */
interface Seen {
  readonly observed: ObservedValue<ObservedBuild>;
  readonly events: PodEvents;
  readonly lastTimes: PhaseTimes | undefined;
}

/** Prints the log of a Build. Rejects with `CommandFailure` as `checkEnd` does. */
export async function showBuild(showing: Showing): Promise<void> {
  const { cluster, key, flags, terminal, stop } = showing;
  const first = await readBuildAndPods(cluster, key);
  if (first === undefined) throw new CommandFailure([await notFound(cluster.client, [BUILDS], key)], 1);
  const isFollowed = flags.follow === true;
  const seen = isFollowed ? watchBuild(cluster, key, first, stop) : observedValue(first);
  const events = watchEvents(cluster, stop);
  const lastTimes = first.build && (await lastPhaseTimes(cluster.client, first.build));
  let observed = observePod(seen);
  for (;;) {
    const pod = await showPod({ observed, events, lastTimes }, showing);
    if (pod === undefined) return;
    const note = `the Pod of Build ${key.name} was recreated, so its log starts again`;
    reportProblems([fieldNote([], note)], terminal.errors);
    observed = observePod(seen, { kind: 'present', pod });
  }
}

/** Prints the log of one Pod. Resolves to the Pod that replaces it, if there is one. */
async function showPod(seen: Seen, showing: Showing): Promise<KubeObject | undefined> {
  const { cluster, key, flags, terminal, stop } = showing;
  const { observed, lastTimes } = seen;
  const { signal } = stop;
  const { sleep } = SYSTEM_CLOCK;
  const options = logOptions(showing);
  const layers = layerLines();
  const line = followLine(seen, showing);
  const mask = async (): Promise<LineMask> => lineMasks(await secretsAt(observed.now(), key, cluster.client))();
  const pod = { now: () => observed.now().pod, changed: observed.changed };
  const style = { hasTimes: flags.timestamps === true, mask, beforeText: line.hide, onLine: layers.read };
  let printed: PrintedBuild | undefined;
  try {
    const entries = buildLog({ podLog: cluster.client.podLog, observedPod: pod, sleep, signal }, options);
    const log = await printLog(entries, terminal, style);
    if (log.kind === 'unread') return undefined;
    if (log.end.kind === 'no-pod') await printRecordedLog(observed.now().build, options.wanted, terminal);
    const isWhole = log.isWhole && log.end.kind === 'complete' && options.part === undefined;
    printed = { ...options, lastTimes, layers: isWhole ? layers.use() : undefined };
    const successor = await checkEnd({ name: key.name, observed, sleep, signal, ...options, ...log });
    if (successor !== undefined) printed = undefined;
    return successor;
  } finally {
    line.end();
    if (printed !== undefined) printSummary(printed, observed.now().build, terminal);
  }
}

function logOptions({ key: { namespace }, flags }: Showing): BuildLogOptions {
  const { tail: tailLines, since: sinceSeconds } = flags;
  const part = {
    elapsed: SYSTEM_CLOCK.elapsed,
    ...(tailLines !== undefined && { tailLines }),
    ...(sinceSeconds !== undefined && { sinceSeconds }),
  };
  const isPart = tailLines !== undefined || sinceSeconds !== undefined;
  return { namespace, wanted: wantedBy(flags), follow: flags.follow === true, ...(isPart && { part }) };
}

/** Returns the containers that the options select. */
function wantedBy({ phase, container, all }: LogsFlags): LogSelection {
  if (phase !== undefined) return { kind: 'phase', phase };
  if (container !== undefined) return { kind: 'container', container };
  return { kind: all === true ? 'all' : 'phases' };
}

/** Starts the line that shows what a followed Build does. */
function followLine({ observed, events, lastTimes }: Seen, { flags, key, terminal }: Showing): StatusLine {
  if (flags.follow !== true) return { hide: () => undefined, end: () => undefined };
  const now = () => progressText({ observed: observed.now(), events, lastTimes, nowMs: Date.now() });
  return statusLine({ subject: `Build ${key.name}`, terminal, clock: SYSTEM_CLOCK, now });
}

/** Returns the values to mask. Leaves out Secrets that the user may not read. */
async function secretsAt(
  { build, pod }: ObservedBuild,
  { namespace }: NamespacedName,
  client: OpenCluster['client'],
): Promise<readonly string[]> {
  const mounted = 'pod' in pod ? mountedSecrets(asPod(pod.pod).spec) : [];
  const lenient = ['NOT_FOUND', 'FORBIDDEN'] as const;
  return buildSecrets(client, { namespace, mounted, lenient, ...(build !== undefined && { build }) });
}

/**
 * Prints the last lines of a failed phase or of a sidecar that was not ready. The controller has kept them in the status of a Build
 * whose Pod was deleted.
 */
async function printRecordedLog(
  build: KubeObject | undefined,
  wanted: LogSelection,
  { output, errors }: Pick<Terminal, 'output' | 'errors'>,
): Promise<void> {
  if (build === undefined) return;
  const { state } = buildProgress(asBuild(build), undefined, 0);
  if (!('failure' in state)) return;
  const { phase, container = phase, log } = state.failure;
  if (container === undefined || log.length === 0 || !isWanted(state.failure, wanted)) return;
  const lines = log.map((line) => `${plainLine(line)}\n`);
  const note = `the Pod of Build ${build.metadata.name} was deleted: these are the last lines of ${container}, from the status`;
  reportProblems([fieldWarning([], note)], errors);
  await writeTexts(output, [heading(container, output), ...lines]);
}

function isWanted({ phase, container }: FailureView, wanted: LogSelection): boolean {
  switch (wanted.kind) {
    case 'phase':
      return container === undefined && wanted.phase === phase;
    case 'container':
      return wanted.container === container;
    case 'phases':
    case 'all':
      return true;
  }
}
