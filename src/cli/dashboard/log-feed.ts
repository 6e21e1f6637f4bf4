import type { NamespacedName } from '../../clients/kube/client/resource.ts';
import type { LogMessage } from '../../insight/dashboard/messages.ts';
import { buildLog, type LogEnd, type LogEntry } from '../../insight/logs/build-log.ts';
import { pageLine } from '../../insight/logs/log-text.ts';
import type { ObservedValue } from '../../insight/logs/observed-value.ts';
import { lineMasks, type LineMask } from '../../core/mask/line-mask.ts';
import { mountedSecrets } from '../../core/mask/secret-values.ts';
import { asPod } from '../../core/model/objects/pod.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { OpenCluster } from '../cluster.ts';
import { buildSecrets } from '../logs/build-secrets.ts';
import { buildEnd, observePod, type ObservedBuild } from '../logs/observed-build.ts';
import { readBuildAndPods, watchBuild } from '../logs/watch-build.ts';
import { batched } from './batched.ts';

const BATCH = { maxItems: 500, waitMs: 100 };

/** Yields the log of a Build, with secrets masked, and follows it until the Build ends. */
export async function* logFeed(
  cluster: OpenCluster,
  key: NamespacedName,
  signal: AbortSignal,
): AsyncGenerator<LogMessage> {
  const stop = new AbortController();
  const end = (): void => stop.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    const first = await readBuildAndPods(cluster, key);
    if (first === undefined) return yield { kind: 'end' };
    const seen = watchBuild(cluster, key, first, stop);
    let observed = observePod(seen);
    for (;;) {
      for await (const batch of batched(maskedEntries({ cluster, key, observed, stop }), BATCH, SYSTEM_CLOCK)) {
        yield* messagesOf(batch, observed.now());
      }
      const pod = await successor(observed, stop.signal);
      if (pod === undefined) return yield { kind: 'end' };
      yield { kind: 'restart' };
      observed = observePod(seen, { kind: 'present', pod });
    }
  } finally {
    signal.removeEventListener('abort', end);
    stop.abort();
  }
}

interface Reading {
  readonly cluster: OpenCluster;
  readonly key: NamespacedName;
  readonly observed: ObservedValue<ObservedBuild>;
  /** Aborted with the API server's refusal as the reason. */
  readonly stop: AbortController;
}

/** An entry of the log, or the end of the log of a Pod. */
type ShownEntry = LogEntry | { readonly kind: 'pod-end'; readonly end: LogEnd };

/** Yields the log with secrets masked in its lines. The mounted Secrets are known only when the Pod exists. */
async function* maskedEntries(reading: Reading): AsyncGenerator<ShownEntry, void> {
  const { cluster, key, observed, stop } = reading;
  const dependencies = {
    podLog: cluster.client.podLog,
    observedPod: { now: () => observed.now().pod, changed: observed.changed },
    sleep: SYSTEM_CLOCK.sleep,
    signal: stop.signal,
  };
  const log = buildLog(dependencies, { namespace: key.namespace, wanted: { kind: 'phases' }, follow: true });
  let mask = lineMasks([])();
  for (;;) {
    const next = await log.next();
    if (next.done === true) return yield { kind: 'pod-end', end: next.value };
    const entry = next.value;
    if (entry.kind === 'heading') mask = await maskOf(reading);
    yield entry.kind === 'line' ? { ...entry, line: { ...entry.line, text: mask(entry.line.text) } } : entry;
  }
}

async function maskOf({ cluster, key, observed }: Reading): Promise<LineMask> {
  const { build, pod } = observed.now();
  const mounted = 'pod' in pod ? mountedSecrets(asPod(pod.pod).spec) : [];
  const lenient = ['NOT_FOUND', 'FORBIDDEN'] as const;
  const query = { namespace: key.namespace, mounted, lenient, ...(build !== undefined && { build }) };
  return lineMasks(await buildSecrets(cluster.client, query))();
}

/** Joins the lines between other entries. */
function* messagesOf(entries: readonly ShownEntry[], observed: ObservedBuild): Generator<LogMessage> {
  let lines: string[] = [];
  for (const entry of entries) {
    if (entry.kind === 'line') {
      lines.push(pageLine(entry.line.text));
      continue;
    }
    if (lines.length > 0) yield { kind: 'lines', lines };
    lines = [];
    const message = messageOf(entry, observed);
    if (message !== undefined) yield message;
  }
  if (lines.length > 0) yield { kind: 'lines', lines };
}

function messageOf(
  entry: Exclude<ShownEntry, { readonly kind: 'line' }>,
  observed: ObservedBuild,
): LogMessage | undefined {
  switch (entry.kind) {
    case 'heading':
      return { kind: 'heading', title: entry.title };
    case 'unreadable':
      return { kind: 'note', text: `The rest of the log of ${entry.title} cannot be read.` };
    case 'pod-end': {
      const text = noteOf(entry.end, observed);
      return text === undefined ? undefined : { kind: 'note', text };
    }
  }
}

/** Returns why the log is not complete. */
function noteOf(end: LogEnd, { build }: ObservedBuild): string | undefined {
  switch (end.kind) {
    case 'complete':
      return undefined;
    case 'never':
    case 'later':
      return `${end.title} did not run.`;
    case 'no-pod':
      return build !== undefined && buildEnd(build) === undefined
        ? undefined
        : 'The Pod of the Build does not exist, so its log is not available.';
    case 'deleted':
      return 'The Pod was deleted together with its log.';
    case 'unknown':
      return 'The Pod has no phases.';
  }
}

/** Waits until the Build has ended or another Pod runs it. Resolves to that Pod. */
async function successor(
  observed: ObservedValue<ObservedBuild>,
  signal: AbortSignal,
): Promise<ObservedBuild['successor']> {
  for (;;) {
    const { build, successor: pod } = observed.now();
    if (pod !== undefined || build === undefined || buildEnd(build) !== undefined) return pod;
    await observed.changed(signal);
  }
}
