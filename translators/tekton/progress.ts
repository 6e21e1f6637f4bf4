import type { BuildOutcome } from '../../src/model/build-outcome.ts';
import type { BuildProgress } from '../../src/model/build-progress.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { objectAt, objectsAt, textAt } from '../../src/model/json-field.ts';
import { completed } from '../phases/progress/completed.ts';
import { containerProgress } from '../phases/progress/container-state.ts';
import { readOutcome } from '../phases/progress/outcome.ts';
import { foreignContainer, podContainers } from '../phases/progress/pod-containers.ts';
import { containerOfStep, isHelper } from './containers.ts';
import { stepPhases } from './step-phases.ts';
import { taskRunState } from './task-run-state.ts';

/** How far a TaskRun of ours is; without its pod nothing is known of the containers beside the steps. */
export function taskRunProgress(taskRun: JsonObject, pod: JsonObject | undefined): BuildProgress {
  const phases = stepPhases(taskRun);
  const steps = new Set(phases.map(({ phase }) => containerOfStep(phase)));
  const others = podContainers(pod ?? {}).filter(({ name }) => !steps.has(name));
  const podName = textAt(objectAt(taskRun, 'status'), 'podName');
  const outcome = completed(phases) && outcomeOf(objectAt(taskRun, 'status'));
  return {
    state: taskRunState(taskRun, phases, pod),
    ...(podName !== undefined && { podName }),
    phases,
    foreign: others.filter(({ name }) => !isHelper(name, taskRun)).map(foreignContainer),
    helpers: others
      .filter(({ name }) => isHelper(name, taskRun))
      .map(({ name, state }) => containerProgress(name, state)),
    ...(outcome !== undefined && { outcome }),
  };
}

/** Results of the task, or of its last step: Tekton gives up on the former where it has failed over something else. */
function outcomeOf(status: JsonObject): BuildOutcome | undefined {
  const completion = objectsAt(status, 'steps').find((step) => textAt(step, 'name') === 'completion') ?? {};
  return outcomeIn(objectsAt(status, 'results')) ?? outcomeIn(objectsAt(completion, 'results'));
}

function outcomeIn(results: readonly JsonObject[]): BuildOutcome | undefined {
  const named = results.map((result) => [textAt(result, 'name') ?? '', result['value'] ?? ''] as const);
  return readOutcome(Object.fromEntries(named));
}
