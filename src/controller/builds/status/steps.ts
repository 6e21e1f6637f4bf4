import type { BuildProgress, PhaseProgress } from '../../../core/model/build-progress.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { asContainerState } from '../../../core/model/objects/container.ts';
import type { PhaseName } from '../../../core/model/phase-name.ts';
import { terminatedMessage, waitingMessage } from '../failure/kpack-message.ts';

/** Returns `status.stepStates`: the container states that exist, with kpack's messages if the platform gives none. */
export function stepStates({ phases }: BuildProgress): readonly JsonObject[] {
  return phases.filter(({ raw }) => Object.keys(raw).length > 0).map(stepState);
}

/** Returns `status.stepsCompleted`: the names of the phases that succeeded. */
export function stepsCompleted({ phases }: BuildProgress): readonly string[] {
  return phases.filter(hasSucceeded).map(({ phase }) => phase);
}

/** Returns `status.steps`: each phase with its start, end and exit code, as far as they are known. */
export function steps({ phases, gateOpenedAt }: BuildProgress): readonly JsonObject[] {
  return phases.map((phase, index) => {
    const predecessor = phases[index - 1];
    return step(phase, predecessor, predecessor === undefined ? gateOpenedAt : endOf(predecessor));
  });
}

/** Returns the phase that runs. In the `containers` layout, the containers of later phases run too, and wait. */
export function runningPhase({ phases }: BuildProgress): PhaseName | undefined {
  const next = phases.find((phase) => !hasSucceeded(phase));
  return next?.kind === 'running' ? next.phase : undefined;
}

function stepState(phase: PhaseProgress): JsonObject {
  const { container, raw } = phase;
  switch (phase.kind) {
    case 'running':
      return raw;
    case 'waiting':
      return withMessage(raw, 'waiting', waitingMessage(container));
    case 'terminated':
      return withMessage(raw, 'terminated', terminatedMessage(container, phase.exitCode));
  }
}

function withMessage(raw: JsonObject, kind: 'waiting' | 'terminated', message: string): JsonObject {
  const state = asContainerState(raw)[kind];
  return state?.message === undefined ? { ...raw, [kind]: { ...state?.raw, message } } : raw;
}

/**
 * All containers of the `containers` layout start together and wait. So a phase starts when its predecessor ends, and the
 * first phase when its gate opens.
 */
function step(
  progress: PhaseProgress,
  predecessor: PhaseProgress | undefined,
  released: string | undefined,
): JsonObject {
  const { phase: name } = progress;
  if (progress.isSkipped || (predecessor !== undefined && !hasSucceeded(predecessor))) return { name };
  const startedAt = later('startedAt' in progress ? progress.startedAt : undefined, released);
  switch (progress.kind) {
    case 'waiting':
      return { name };
    case 'running':
      return { name, ...(startedAt !== undefined && { startedAt }) };
    case 'terminated': {
      const { finishedAt, exitCode } = progress;
      return {
        name,
        ...(startedAt !== undefined && { startedAt }),
        ...(finishedAt !== undefined && { finishedAt }),
        exitCode,
      };
    }
  }
}

function hasSucceeded(phase: PhaseProgress): boolean {
  return phase.kind === 'terminated' && phase.exitCode === 0;
}

function endOf(phase: PhaseProgress): string | undefined {
  return phase.kind === 'terminated' ? phase.finishedAt : undefined;
}

/** Compares RFC 3339 times as text, which works because all are in UTC and whole seconds. */
function later(startedAt: string | undefined, released: string | undefined): string | undefined {
  return startedAt !== undefined && released !== undefined && released > startedAt ? released : startedAt;
}
