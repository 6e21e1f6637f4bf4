import type { ContainerProgress, PhaseProgress } from '../../../model/build-progress.ts';
import type { ObservedPod } from '../observe/observation.ts';
import { onceSeen, type Rule } from './rule.ts';

/** A container whose turn it is must start in time: its image may be nowhere, or what it mounts. */
export const startDeadline: Rule = ({ pod, settings, observation }) => {
  const { phases, helpers } = pod.progress;
  const index = phases.findIndex(({ kind }) => kind === 'waiting');
  const phase = phases[index];
  if (phase === undefined || pod.stage !== 'taken-on' || !mayStart(pod, phases[index - 1])) return undefined;
  // What the copying container waits for is what the first phase waits for.
  const { reason, message } = waitingOf(helpers) ?? waitingOf([phase]) ?? {};
  return onceSeen(observation.seenFor(`the turn of ${phase.phase} in ${pod.uid}`), settings.startDeadline, {
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

/** Whether a kubelet that has the Pod could start it: beside the phase before it, or once that has ended well. */
function mayStart({ layout }: ObservedPod, predecessor: PhaseProgress | undefined): boolean {
  if (predecessor === undefined) return true;
  if (predecessor.kind !== 'terminated') return layout === 'containers';
  return predecessor.exitCode === 0;
}

function waitingOf(
  containers: readonly ContainerProgress[],
): { readonly reason?: string; readonly message?: string } | undefined {
  return containers.find((container) => container.kind === 'waiting');
}
