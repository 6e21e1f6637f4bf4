import type { ContainerProgress, PhaseProgress } from '../../../model/build-progress.ts';
import type { ObservedPod } from '../observe/observation.ts';
import { at, type Rule } from './rule.ts';

/** A container whose turn it is must start in time: its image may be nowhere, or what it mounts. */
export const startDeadline: Rule = ({ pod, settings, now }) => {
  const { phases, helpers } = pod.progress;
  const index = phases.findIndex(({ kind }) => kind === 'waiting');
  const phase = phases[index];
  const since = turnOf(pod, phases[index - 1]);
  if (phase === undefined || since === undefined) return undefined;
  // What the copying container waits for is what the first phase waits for.
  const { reason, message } = waitingOf(helpers) ?? waitingOf([phase]) ?? {};
  return at(since + settings.startDeadline * 1000, now, {
    kind: 'stop',
    workload: pod,
    cause: {
      kind: 'phase-not-started',
      phase: phase.phase,
      ...(reason !== undefined && { reason }),
      ...(message !== undefined && { message }),
    },
  });
};

/** Since when it could have started: a kubelet has the Pod, and the phase before it has ended well if that has ended. */
function turnOf({ startedAt, layout }: ObservedPod, predecessor: PhaseProgress | undefined): number | undefined {
  if (predecessor === undefined) return startedAt;
  if (predecessor.kind !== 'terminated') return layout === 'containers' ? startedAt : undefined;
  if (predecessor.exitCode !== 0) return undefined;
  const finishedAt = Date.parse(predecessor.finishedAt ?? '');
  return Number.isNaN(finishedAt) ? startedAt : finishedAt;
}

function waitingOf(
  containers: readonly ContainerProgress[],
): { readonly reason?: string; readonly message?: string } | undefined {
  return containers.find((container) => container.kind === 'waiting');
}
