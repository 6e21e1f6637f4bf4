import type { BuildProgress, ContainerProgress, PhaseProgress } from '../../../model/build-progress.ts';
import type { Condition } from '../../cluster/conditions.ts';
import { conditionReason } from '../failure/failure-reason.ts';
import type { BuildState } from './build-state.ts';
import { waitingMessage } from './step-states.ts';

type Succeeded = Omit<Condition, 'lastTransitionTime'>;

type Words = Pick<Succeeded, 'reason' | 'message'>;

/** The condition of a Build, in kpack's words (pkg/reconciler/build/build.go, conditionForPod). */
export function succeeded(state: BuildState): Succeeded {
  switch (state.kind) {
    case 'waiting': {
      const { reason, message } = state;
      return { type: 'Succeeded', status: 'Unknown', reason, ...(message !== undefined && { message }) };
    }
    case 'in-progress':
      return { type: 'Succeeded', status: 'Unknown', ...delay(state.progress) };
    case 'succeeded':
      return { type: 'Succeeded', status: 'True', reason: 'Completed' };
    case 'failed': {
      const { reason, message } = state.failure;
      return { type: 'Succeeded', status: 'False', reason: conditionReason(reason), message };
    }
  }
}

/** What a container has to say while it waits that is worth telling: not that its status is not there yet. */
const UNKNOWN: ReadonlySet<string | undefined> = new Set([undefined]);

/** Reasons that every container has before it starts, and that say nothing of one in a pod that runs. */
const ORDINARY: ReadonlySet<string | undefined> = new Set([undefined, 'ContainerCreating', 'PodInitializing']);

/** Why nothing runs yet, or not on: the first container that says so, or else the platform. */
function delay({ state, phases, helpers, foreign }: BuildProgress): Words {
  switch (state.kind) {
    case 'pending':
      return firstWaiting([...helpers, ...phases, ...foreign], UNKNOWN) ?? wordsOf(state);
    case 'running':
      return firstWaiting([...phases, ...foreign], ORDINARY) ?? {};
    case 'succeeded':
    case 'failed':
      return {};
  }
}

function firstWaiting(
  containers: readonly (ContainerProgress | PhaseProgress)[],
  ignored: ReadonlySet<string | undefined>,
): Words | undefined {
  for (const container of containers) {
    if (container.kind !== 'waiting' || ignored.has(container.reason)) continue;
    // kpack has words of its own for phases alone.
    return { ...('phase' in container && { message: waitingMessage(container.container) }), ...wordsOf(container) };
  }
  return undefined;
}

function wordsOf({ reason, message }: Words): Words {
  return { ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
}
