import { podContainers } from '../../../translators/progress/pod-containers.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { asPod } from '../../core/model/objects/pod.ts';
import type { PhaseName } from '../../core/model/phase-name.ts';
import { containerLog, type LogDependencies, type LogStart } from './container-log.ts';
import { creatorHeadings } from './creator-headings.ts';
import type { TimedLine } from './log-lines.ts';
import { logStarts, type LogPart } from './log-part.ts';
import { type LogTarget, logTargets, type LogSelection, type PhaseStart } from './log-target.ts';
import { isRefusal, type LoggedContainer } from './pod-log.ts';

export type LogEntry =
  /** Begins the log of a phase, or of a container that runs no phase. */
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'line'; readonly line: TimedLine }
  /** The rest of the log cannot be read. */
  | { readonly kind: 'unreadable'; readonly title: string; readonly error: unknown };

export type LogEnd =
  | { readonly kind: 'complete' }
  /** A phase or container has not started, and the caller does not follow the log. */
  | { readonly kind: 'later'; readonly title: string }
  /** A phase or container will not start. */
  | { readonly kind: 'never'; readonly title: string }
  | { readonly kind: 'no-pod' }
  /** The Pod was deleted before its logs were read completely. */
  | { readonly kind: 'deleted' }
  /** The Pod has no such phase or container. `containers` lists those that it has. */
  | { readonly kind: 'unknown'; readonly containers: readonly string[] };

export interface BuildLogOptions {
  readonly namespace: string;
  readonly wanted: LogSelection;
  /** Waits for containers to start and reads until they end. */
  readonly follow: boolean;
  /** The part of the log up to now that is shown. Absent for the whole log. */
  readonly part?: LogPart;
}

/** Yields the logs of a Build's phases one after the other. Rejects with a `KubeError` if the API server denies access, or with the signal's reason. */
export async function* buildLog(
  dependencies: LogDependencies,
  { namespace, wanted, follow, part }: BuildLogOptions,
): AsyncGenerator<LogEntry, LogEnd> {
  const pod = await firstPod(dependencies, follow);
  if (pod === undefined) return { kind: 'no-pod' };
  const targets = logTargets(asPod(pod), wanted);
  if (targets.length === 0) return { kind: 'unknown', containers: podContainers(asPod(pod)).map(({ name }) => name) };
  const starts = part === undefined ? undefined : await logStarts(dependencies, { namespace, pod, targets, part });
  let end: LogEnd = { kind: 'complete' };
  for (const target of targets) {
    if (target.isPhase && end.kind !== 'complete') continue;
    // Only phases are followed, because a sidecar may never end.
    const isFollowed = follow && (target.isPhase || targets.length === 1);
    const start = await startOf(dependencies, target, isFollowed);
    if (start === 'deleted') return { kind: 'deleted' };
    if (start === 'started') {
      const logged = { target, namespace, pod: pod.metadata.name };
      const came = yield* section(dependencies, logged, isFollowed, starts?.get(target.container));
      if (came === 'deleted') return { kind: 'deleted' };
    } else if (end.kind === 'complete') end = { kind: start, title: target.title };
  }
  return end;
}

async function firstPod({ observedPod, signal }: LogDependencies, follow: boolean): Promise<KubeObject | undefined> {
  if (follow) {
    while (observedPod.now().kind === 'absent') await observedPod.changed(signal);
  }
  const now = observedPod.now();
  return now.kind === 'present' || now.kind === 'deleted' ? now.pod : undefined;
}

async function startOf(
  { observedPod, signal }: LogDependencies,
  target: LogTarget,
  isFollowed: boolean,
): Promise<PhaseStart | 'deleted'> {
  for (;;) {
    const now = observedPod.now();
    if (now.kind !== 'present') return 'deleted';
    const pod = asPod(now.pod);
    const start = target.start(pod);
    if (start !== 'later') return start;
    const { phase } = pod.status;
    // No container of such a Pod will start any more.
    if (phase === 'Succeeded' || phase === 'Failed') return 'never';
    if (!isFollowed) return 'later';
    await observedPod.changed(signal);
  }
}

/** Yields the log of one container. Returns `deleted` if the Pod was deleted before the end of the log. */
async function* section(
  dependencies: LogDependencies,
  { target, ...pod }: Omit<LoggedContainer, 'container'> & { readonly target: LogTarget },
  isFollowed: boolean,
  start: LogStart | undefined,
): AsyncGenerator<LogEntry, 'read' | 'deleted'> {
  const { container, title, shared } = target;
  const lines = containerLog(dependencies, { ...pod, container }, isFollowed, start);
  // A phase without a line in the shown part of the log has no heading.
  let hasHeading = start === undefined && shared === undefined;
  if (hasHeading) yield { kind: 'heading', title };
  try {
    if (shared !== undefined) {
      yield* creatorEntries(lines, shared);
      return 'read';
    }
    for await (const line of lines) {
      if (!hasHeading) yield { kind: 'heading', title };
      hasHeading = true;
      yield { kind: 'line', line };
    }
  } catch (error) {
    dependencies.signal.throwIfAborted();
    if (isRefusal(error)) throw error;
    if (dependencies.observedPod.now().kind !== 'present') return 'deleted';
    yield { kind: 'unreadable', title, error };
  }
  return 'read';
}

/** Splits the log of a creator by its headings. Lines before the first one belong to `create`. */
async function* creatorEntries(lines: AsyncIterable<TimedLine>, shown: 'all' | PhaseName): AsyncGenerator<LogEntry> {
  const phaseIn = creatorHeadings();
  let current: PhaseName | undefined;
  const isShown = (phase: PhaseName): boolean => shown === 'all' || shown === phase;
  for await (const line of lines) {
    const begun = phaseIn(line.text) ?? (current === undefined ? 'create' : undefined);
    if (begun !== undefined && isShown(begun)) yield { kind: 'heading', title: begun };
    current = begun ?? current;
    const isHeading = begun !== undefined && begun !== 'create';
    if (!isHeading && current !== undefined && isShown(current)) yield { kind: 'line', line };
  }
}
