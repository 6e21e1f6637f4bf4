import type { ContainerProgress, PhaseProgress } from '../../src/model/build-progress.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../src/model/json.ts';
import { objectAt, objectsAt, textAt } from '../../src/model/json-field.ts';
import { containerProgress, hasFailed } from '../phases/progress/container-state.ts';
import { inPhaseOrder } from '../phases/progress/phase-order.ts';
import { containerOfStep } from './containers.ts';

/** The steps of a TaskRun as phases: those that its status does not tell of yet are waiting. */
export function stepPhases(taskRun: JsonObject): readonly PhaseProgress[] {
  const declared = objectsAt(objectAt(objectAt(taskRun, 'spec'), 'taskSpec'), 'steps');
  const told = objectsAt(objectAt(taskRun, 'status'), 'steps');
  const steps = new Map([...declared.map((step) => [nameOf(step), {}] as const), ...told.map(namedState)]);
  const phases: PhaseProgress[] = [];
  for (const [phase, state] of inPhaseOrder(steps)) {
    const progress = withoutOwnWords(containerProgress(containerOfStep(phase), state));
    // Tekton runs no step behind one that has failed, and older versions do not say which were skipped.
    const isSkipped = hasFailed(progress) && hasFailed(phases.at(-1));
    phases.push({ ...progress, phase, isSkipped, raw: state });
  }
  return phases;
}

function nameOf(step: JsonObject): string {
  return textAt(step, 'name') ?? '';
}

/** The ContainerState among the fields of a StepState. */
function namedState(step: JsonObject): readonly [string, JsonObject] {
  const state = ['waiting', 'running', 'terminated'].flatMap((kind) => {
    const value = step[kind];
    return isJsonObject(value) ? [[kind, value] as const] : [];
  });
  return [nameOf(step), Object.fromEntries(state)];
}

/** Tekton's entrypoint reports to its controller by termination messages, which say nothing to people. */
function withoutOwnWords(progress: ContainerProgress): ContainerProgress {
  if (progress.kind !== 'terminated' || !Array.isArray(parseJson(progress.message ?? ''))) return progress;
  const { message: _, ...rest } = progress;
  return rest;
}
