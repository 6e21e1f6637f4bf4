import { SKIPPED_EXIT_CODE } from '../../src/core/model/failures/waiter-exit-codes.ts';
import type {
  BuildProgress,
  ContainerProgress,
  PhaseProgress,
  WorkloadState,
} from '../../src/core/model/build-progress.ts';
import { defined } from '../../src/core/model/defined.ts';
import type { Pod } from '../../src/core/model/objects/pod.ts';
import type { Workload } from '../../src/core/model/workload.ts';
import { isPhaseName } from '../../src/core/model/phase-name.ts';
import { containerProgress, foreignContainer, podContainers, type PodContainer } from './pod-containers.ts';
import { parseOutcome } from './outcome.ts';
import { hasFailed, inPhaseOrder, successfulCompletion } from './phases.ts';
import { failureReason, pendingReason } from './pod-reason.ts';
import { READY_TIME_ANNOTATION } from '../phases/workload-metadata.ts';
import { COPY_CONTAINER } from '../native/containers-layout.ts';

/** Returns the kind of a Build's Pod: its first phase is an init container or a regular one. */
export function workloadOfPod(pod: Pod): Exclude<Workload, 'taskrun'> {
  const isRegular = podContainers(pod).some(({ name, role }) => name === 'prepare' && role === 'sidecar');
  return isRegular ? 'pod-containers' : 'pod-init';
}

/** Reads the progress of a Build from its Pod, in either layout. */
export function podProgress(pod: Pod): BuildProgress {
  const containers = podContainers(pod);
  const phases = phasesOf(containers);
  const { name: podName, annotations } = pod.metadata;
  const outcome = parseOutcome(successfulCompletion(phases)?.message ?? '');
  return {
    state: podState(pod, phases),
    ...defined({ podName }),
    phases,
    ...defined({ gateOpenedAt: annotations.get(READY_TIME_ANNOTATION) }),
    foreign: containers.filter(({ name }) => !isPhaseName(name) && name !== COPY_CONTAINER).map(foreignContainer),
    helpers: containers.filter(({ name }) => name === COPY_CONTAINER).map(containerProgress),
    ...defined({ outcome }),
  };
}

function phasesOf(containers: readonly PodContainer[]): readonly PhaseProgress[] {
  const phases: PhaseProgress[] = [];
  for (const [phase, container] of inPhaseOrder(new Map(containers.map((one) => [one.name, one])))) {
    const progress = containerProgress(container);
    phases.push({ ...progress, phase, isSkipped: isSkippedByWaiter(progress, phases.at(-1)), raw: container.raw });
  }
  return phases;
}

/** Returns the Build's state. A Pod is also `Failed` if a deadline stopped sidecars after the Build succeeded. */
function podState({ status }: Pod, phases: readonly PhaseProgress[]): WorkloadState {
  switch (status.phase ?? 'Pending') {
    case 'Succeeded':
      return { kind: 'succeeded' };
    case 'Failed':
      return successfulCompletion(phases) ? { kind: 'succeeded' } : { kind: 'failed', ...failureReason(status) };
    // `Unknown`: the node does not respond. Its last report holds until a controller deletes the Pod.
    case 'Unknown':
    case 'Running':
      return { kind: 'running', ...failureReason(status) };
    default:
      return { kind: 'pending', ...pendingReason(status) };
  }
}

/** Exit codes above this number are 128 plus the number of a signal. */
const SIGNAL_EXIT_CODE_BASE = 128;

/** The waiter's termination messages. They distinguish its exit codes from those of a command. */
const SKIPPED_MESSAGE = /^skipped: /;
const SIGNALLED_MESSAGE = /^ended by signal \d+ while it waited$/;

/**
 * True if the waiter ended without running its command because the phase before it failed. The waiter read that phase's
 * mark, or the Pod was stopped before there was a mark. The message counts only if the phase before failed, because a
 * buildpack can write the same message.
 */
function isSkippedByWaiter(progress: ContainerProgress, predecessor: ContainerProgress | undefined): boolean {
  if (progress.kind !== 'terminated' || !hasFailed(predecessor)) return false;
  const { exitCode, message = '' } = progress;
  if (exitCode === SKIPPED_EXIT_CODE) return SKIPPED_MESSAGE.test(message);
  return exitCode > SIGNAL_EXIT_CODE_BASE && SIGNALLED_MESSAGE.test(message);
}
