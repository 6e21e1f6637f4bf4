import type { BuildProgress, PhaseProgress, WorkloadState } from '../../src/core/model/build-progress.ts';
import { defined } from '../../src/core/model/defined.ts';
import type { Pod } from '../../src/core/model/objects/pod.ts';
import type { TaskRun } from '../../src/core/model/objects/task-run.ts';
import { containerProgress, foreignContainer, podContainers } from './pod-containers.ts';
import { successfulCompletion } from './phases.ts';
import { failureReason, type PodReason } from './pod-reason.ts';
import { stepPhases } from './step-phases.ts';
import { taskRunOutcome } from './task-run-outcome.ts';
import { containerOfStep, isHelper } from '../tekton/tekton-pod.ts';

/** Reads the progress of a Build from its TaskRun. Without the Pod, it lists no containers except the steps. */
export function taskRunProgress(taskRun: TaskRun, pod: Pod | undefined): BuildProgress {
  const phases = stepPhases(taskRun);
  const steps = new Set(phases.map(({ phase }) => containerOfStep(phase)));
  const others = pod === undefined ? [] : podContainers(pod).filter(({ name }) => !steps.has(name));
  const { podName } = taskRun.status;
  const outcome = successfulCompletion(phases) && taskRunOutcome(taskRun);
  return {
    state: taskRunState(taskRun, phases, pod),
    ...defined({ podName }),
    phases,
    foreign: others.filter(({ name }) => !isHelper(name, taskRun)).map(foreignContainer),
    helpers: others.filter(({ name }) => isHelper(name, taskRun)).map(containerProgress),
    ...outcome,
  };
}

/**
 * Reads a TaskRun's condition. If completion exited with 0, the Build has succeeded, even if Tekton fails the TaskRun
 * because of a sidecar, memory or time.
 */
function taskRunState(taskRun: TaskRun, phases: readonly PhaseProgress[], pod: Pod | undefined): WorkloadState {
  const condition = taskRun.status.conditions.find(({ type }) => type === 'Succeeded');
  const reason = defined({ reason: condition?.reason, message: condition?.message });
  switch (condition?.status ?? 'Unknown') {
    case 'True':
      return { kind: 'succeeded' };
    case 'False':
      return successfulCompletion(phases)
        ? { kind: 'succeeded' }
        : { kind: 'failed', ...taskRunFailureReason(reason, pod) };
    default:
      return { kind: phases.some(hasStarted) ? 'running' : 'pending', ...reason };
  }
}

function hasStarted({ kind }: PhaseProgress): boolean {
  return kind !== 'waiting';
}

/** Tekton's reasons that only repeat that the Pod failed, in any version (tektoncd/pipeline, pkg/pod/status.go). */
const POD_FAILED_REASONS: ReadonlySet<string> = new Set([
  'Failed',
  'StepFailed',
  'InitContainerFailed',
  'SidecarFailed',
  'PodEvicted',
]);

/** Prefers the Pod's own reason to a reason of Tekton's that only repeats that the Pod failed. */
function taskRunFailureReason(reason: PodReason, pod: Pod | undefined): PodReason {
  const ofPod = pod && failureReason(pod.status);
  return ofPod?.reason !== undefined && POD_FAILED_REASONS.has(reason.reason ?? '') ? ofPod : reason;
}
