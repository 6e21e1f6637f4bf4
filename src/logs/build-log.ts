import type { KubeObject } from '../kube/client/kube-object.ts';
import { containerLog, type LogWorld } from './container-log.ts';
import type { TimedLine } from './log-time.ts';
import { logTargets, type LogTarget, type Wanted } from './log-target.ts';
import type { PhaseStart } from './phase-containers.ts';
import { isPodOver, podContainers } from './pod-containers.ts';
import type { LogPlace } from './pod-log.ts';
import { isRefusal } from './read-failure.ts';

/** A piece of a Build's log. */
export type LogEntry =
  /** The log of a phase, or of a container that is none, begins. */
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'line'; readonly line: TimedLine }
  /** That log ends here, though it is not whole. */
  | { readonly kind: 'unreadable'; readonly title: string; readonly error: unknown };

/** How a Build's log ends. */
export type LogEnd =
  | { readonly kind: 'complete' }
  /** This has not begun, and is not waited for. */
  | { readonly kind: 'later'; readonly title: string }
  /** This did not begin, and will not. */
  | { readonly kind: 'never'; readonly title: string }
  | { readonly kind: 'no-pod' }
  /** The pod was deleted before all had been read. */
  | { readonly kind: 'deleted' }
  /** The pod has no such phase or container, but these. */
  | { readonly kind: 'unknown'; readonly containers: readonly string[] };

export interface BuildLogOptions {
  readonly namespace: string;
  readonly wanted: Wanted;
  /** Waits for what has not begun, and goes on until all has ended. */
  readonly follow: boolean;
}

/** The logs of a Build's phases, one after the other. Rejects with what the API server refuses, or the signal's reason. */
export async function* buildLog(
  world: LogWorld,
  { namespace, wanted, follow }: BuildLogOptions,
): AsyncGenerator<LogEntry, LogEnd> {
  const pod = await firstSight(world, follow);
  if (pod === undefined) return { kind: 'no-pod' };
  const targets = logTargets(pod, wanted);
  if (targets.length === 0) return { kind: 'unknown', containers: podContainers(pod).map(({ name }) => name) };
  let end: LogEnd = { kind: 'complete' };
  for (const target of targets) {
    if (target.isPhase && end.kind !== 'complete') continue;
    // Beside the phases the others are not waited for: a sidecar may never end.
    const isFollowed = follow && (target.isPhase || targets.length === 1);
    const start = await startOf(world, target, isFollowed);
    if (start === 'deleted') return { kind: 'deleted' };
    if (start === 'begun') {
      const came = yield* section(world, { target, namespace, pod: pod.metadata.name }, isFollowed);
      if (came === 'deleted') return { kind: 'deleted' };
    } else if (end.kind === 'complete') end = { kind: start, title: target.title };
  }
  return end;
}

async function firstSight({ sight, signal }: LogWorld, follow: boolean): Promise<KubeObject | undefined> {
  if (follow) {
    while (sight.now().kind === 'absent') await sight.changed(signal);
  }
  const now = sight.now();
  return now.kind === 'present' || now.kind === 'deleted' ? now.pod : undefined;
}

async function startOf(
  { sight, signal }: LogWorld,
  target: LogTarget,
  isFollowed: boolean,
): Promise<PhaseStart | 'deleted'> {
  for (;;) {
    const now = sight.now();
    if (now.kind !== 'present') return 'deleted';
    const start = target.start(now.pod);
    if (start !== 'later') return start;
    if (isPodOver(now.pod)) return 'never';
    if (!isFollowed) return 'later';
    await sight.changed(signal);
  }
}

/** Returns whether the pod was deleted before it had been read. */
async function* section(
  world: LogWorld,
  { target, ...pod }: Omit<LogPlace, 'container'> & { readonly target: LogTarget },
  isFollowed: boolean,
): AsyncGenerator<LogEntry, 'read' | 'deleted'> {
  const { container, title } = target;
  yield { kind: 'heading', title };
  try {
    for await (const line of containerLog(world, { ...pod, container }, isFollowed)) yield { kind: 'line', line };
  } catch (error) {
    world.signal.throwIfAborted();
    if (isRefusal(error)) throw error;
    if (world.sight.now().kind !== 'present') return 'deleted';
    yield { kind: 'unreadable', title, error };
  }
  return 'read';
}
