import type { PhaseProgress, WorkloadState } from '../../src/model/build-progress.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { objectAt, objectsAt, textAt, textsAt } from '../../src/model/json-field.ts';
import { completed } from '../phases/progress/completed.ts';
import { wordsOfEnd, type Words } from '../phases/progress/pod-words.ts';

/** Tekton's reasons that say no more than that the pod has failed, by version (tektoncd/pipeline, pkg/pod/status.go). */
const OF_THE_POD: ReadonlySet<string> = new Set([
  'Failed',
  'StepFailed',
  'InitContainerFailed',
  'SidecarFailed',
  'PodEvicted',
]);

/**
 * A TaskRun's condition, in terms of the Build: once completion has ended well, what Tekton does not like about
 * sidecars, memory or the time that they took is no failure of the Build.
 */
export function taskRunState(
  taskRun: JsonObject,
  phases: readonly PhaseProgress[],
  pod: JsonObject | undefined,
): WorkloadState {
  const conditions = objectsAt(objectAt(taskRun, 'status'), 'conditions');
  const condition = conditions.find((one) => textAt(one, 'type') === 'Succeeded') ?? {};
  const words = textsAt(condition, 'reason', 'message');
  switch (textAt(condition, 'status') ?? 'Unknown') {
    case 'True':
      return { kind: 'succeeded' };
    case 'False':
      return completed(phases) ? { kind: 'succeeded' } : { kind: 'failed', ...wordsOfFailure(words, pod) };
    default:
      return { kind: phases.some(hasStarted) ? 'running' : 'pending', ...words };
  }
}

function hasStarted({ kind }: PhaseProgress): boolean {
  return kind !== 'waiting';
}

/** Why the pod has failed is what its own status says, which not every version of Tekton repeats. */
function wordsOfFailure(words: Words, pod: JsonObject | undefined): Words {
  const ofPod = wordsOfEnd(pod ?? {});
  return ofPod.reason !== undefined && OF_THE_POD.has(words.reason ?? '') ? ofPod : words;
}
