import type { BuildProgress, PhaseProgress } from '../../../model/build-progress.ts';
import type { JsonObject } from '../../../model/json.ts';

/** Each phase with its beginning, its end and its exit code, as far as it has come to that. */
export function steps({ phases }: BuildProgress): readonly JsonObject[] {
  return phases.map((phase, index) => step(phase, phases[index - 1]));
}

/** Containers that start at once wait for each other: a phase begins no sooner than the one before it has ended. */
function step(progress: PhaseProgress, before: PhaseProgress | undefined): JsonObject {
  const { phase: name } = progress;
  if (progress.isSkipped || (before !== undefined && !hasSucceeded(before))) return { name };
  const startedAt = later('startedAt' in progress ? progress.startedAt : undefined, endOf(before));
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

function endOf(phase: PhaseProgress | undefined): string | undefined {
  return phase?.kind === 'terminated' ? phase.finishedAt : undefined;
}

/** Both are RFC 3339 in UTC and whole seconds, which sort as they are. */
function later(startedAt: string | undefined, end: string | undefined): string | undefined {
  return startedAt !== undefined && end !== undefined && end > startedAt ? end : startedAt;
}
