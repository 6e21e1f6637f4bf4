import type { ContainerProgress, PhaseProgress } from '../../src/core/model/build-progress.ts';
import { containerState } from '../../src/core/model/container-state.ts';
import { objectAt, objectsAt, textAt } from '../../src/core/model/json-field.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../src/core/model/json.ts';
import { hasFailed, inPhaseOrder } from './phases.ts';
import { containerOfStep } from '../tekton/tekton-pod.ts';

/** Reads the phases from a TaskRun's steps. Steps that its status does not list yet count as waiting. */
export function stepPhases(taskRun: JsonObject): readonly PhaseProgress[] {
  const declared = objectsAt(objectAt(objectAt(taskRun, 'spec'), 'taskSpec'), 'steps');
  const reported = objectsAt(objectAt(taskRun, 'status'), 'steps');
  const states = new Map([...declared.map((step) => [nameOf(step), {}] as const), ...reported.map(namedState)]);
  const phases: PhaseProgress[] = [];
  for (const [phase, state] of inPhaseOrder(states)) {
    const progress = withoutTektonMessage({ container: containerOfStep(phase), ...containerState(state) });
    // Tekton runs no step after a failed one, and older versions do not report which steps were skipped.
    const isSkipped = hasFailed(progress) && hasFailed(phases.at(-1));
    phases.push({ ...progress, phase, isSkipped, raw: state });
  }
  return phases;
}

function nameOf(step: JsonObject): string {
  return textAt(step, 'name') ?? '';
}

/** Returns a step's name and its ContainerState, without the other fields of a StepState. */
function namedState(step: JsonObject): readonly [string, JsonObject] {
  const state = ['waiting', 'running', 'terminated'].flatMap((kind) => {
    const value = step[kind];
    return isJsonObject(value) ? [[kind, value] as const] : [];
  });
  return [nameOf(step), Object.fromEntries(state)];
}

/** Tekton's entrypoint writes data for its controller into the termination message, which users cannot read. */
function withoutTektonMessage(progress: ContainerProgress): ContainerProgress {
  if (progress.kind !== 'terminated' || !Array.isArray(parseJson(progress.message ?? ''))) return progress;
  const { message: _, ...rest } = progress;
  return rest;
}
