import type { ContainerProgress, PhaseProgress } from '../../src/core/model/build-progress.ts';
import { containerState } from '../../src/core/model/container-state.ts';
import { defined } from '../../src/core/model/defined.ts';
import { parseJson, type JsonObject } from '../../src/core/model/json.ts';
import type { TaskRun } from '../../src/core/model/objects/task-run.ts';
import { hasFailed, inPhaseOrder } from './phases.ts';
import { containerOfStep } from '../tekton/tekton-pod.ts';

/** Reads the phases from a TaskRun's steps. Steps that its status does not list yet count as waiting. */
export function stepPhases({ spec, status }: TaskRun): readonly PhaseProgress[] {
  const states = new Map<string, JsonObject>([
    ...spec.taskSpec.steps.map(({ name = '' }) => [name, {}] as const),
    ...status.steps.map(({ name = '', waiting, running, terminated }) => {
      const state = { waiting: waiting?.raw, running: running?.raw, terminated: terminated?.raw };
      return [name, defined(state)] as const;
    }),
  ]);
  const phases: PhaseProgress[] = [];
  for (const [phase, state] of inPhaseOrder(states)) {
    const progress = withoutTektonMessage({ container: containerOfStep(phase), ...containerState(state) });
    // Tekton runs no step after a failed one, and older versions do not report which steps were skipped.
    const isSkipped = hasFailed(progress) && hasFailed(phases.at(-1));
    phases.push({ ...progress, phase, isSkipped, raw: state });
  }
  return phases;
}

/** Tekton's entrypoint writes data for its controller into the termination message, which users cannot read. */
function withoutTektonMessage(progress: ContainerProgress): ContainerProgress {
  if (progress.kind !== 'terminated' || !Array.isArray(parseJson(progress.message ?? ''))) return progress;
  const { message: _, ...rest } = progress;
  return rest;
}
