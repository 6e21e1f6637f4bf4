import type { BuildProgress, PhaseProgress } from '../../../model/build-progress.ts';
import type { JsonObject } from '../../../model/json.ts';
import { objectAt, textAt } from '../../../model/json-field.ts';

/** The states of the containers that have one, with kpack's words where they have none. */
export function stepStates({ phases }: BuildProgress): readonly JsonObject[] {
  return phases.filter(({ raw }) => Object.keys(raw).length > 0).map(filled);
}

/** The names of the phases that have ended well. */
export function stepsCompleted({ phases }: BuildProgress): readonly string[] {
  return phases.filter((phase) => phase.kind === 'terminated' && phase.exitCode === 0).map(({ phase }) => phase);
}

/** kpack's words for a container that has ended without any (pkg/reconciler/build/build.go). */
export function filledMessage(container: string, exitCode: number): string {
  return `Container ${container} terminated ${exitCode === 0 ? 'successfully' : 'with error'}`;
}

/** kpack's words for a container that waits without any. */
export function waitingMessage(container: string): string {
  return `Container ${container} waiting`;
}

function filled(phase: PhaseProgress): JsonObject {
  const { container, raw } = phase;
  switch (phase.kind) {
    case 'running':
      return raw;
    case 'waiting':
      return withMessage(raw, 'waiting', waitingMessage(container));
    case 'terminated':
      return withMessage(raw, 'terminated', filledMessage(container, phase.exitCode));
  }
}

function withMessage(raw: JsonObject, kind: 'waiting' | 'terminated', message: string): JsonObject {
  const state = objectAt(raw, kind);
  return textAt(state, 'message') === undefined ? { ...raw, [kind]: { ...state, message } } : raw;
}
