import type { BuildProgress, PhaseProgress, PhaseStart } from '../../src/core/model/build-progress.ts';
import { defined } from '../../src/core/model/defined.ts';
import { asContainerState } from '../../src/core/model/objects/container.ts';
import { CREATOR_PHASES, type PhaseName } from '../../src/core/model/phase-name.ts';

/**
 * Replaces the phase `create` with the phases that the creator ran in it, by the times at which they started. Without these times, and
 * if the phase that failed is unknown, `create` stays.
 */
export function withCreatorPhases(progress: BuildProgress, starts: readonly PhaseStart[]): BuildProgress {
  const phases = progress.phases.flatMap((phase) => (phase.phase === 'create' ? split(phase, starts) : [phase]));
  return { ...progress, phases };
}

/** The exit codes of single phases, in tens (buildpacks/spec, platform.md; lifecycle, platform/exit.go). */
const TENS: ReadonlyMap<number, PhaseName> = new Map([
  [2, 'detect'],
  [3, 'analyze'],
  [4, 'restore'],
  [5, 'build'],
  [6, 'export'],
]);

/**
 * Returns the phase in which a creator failed: by its exit code, else the phase that started last. Returns `undefined` if neither is
 * known.
 */
export function failedCreatorPhase(exitCode: number | undefined, starts: readonly PhaseStart[]): PhaseName | undefined {
  return TENS.get(Math.floor((exitCode ?? 0) / 10)) ?? starts.at(-1)?.phase;
}

function split(create: PhaseProgress, starts: readonly PhaseStart[]): readonly PhaseProgress[] {
  if (create.kind === 'waiting') return [create];
  const last = lastPhase(create, starts);
  const place = starts.findIndex(({ phase }) => phase === last);
  if (place < 0) return [create];
  const ran = starts.slice(0, place + 1).map((start, index) => {
    const next = starts[index + 1];
    return index < place && next !== undefined ? succeeded(create, start, next.startedAt) : ending(create, start);
  });
  const later = CREATOR_PHASES.slice(CREATOR_PHASES.findIndex((phase) => phase === last) + 1);
  return [...ran, ...later.map((phase) => notStarted(create, phase))];
}

function lastPhase(create: PhaseProgress, starts: readonly PhaseStart[]): PhaseName | undefined {
  if (create.kind !== 'terminated') return starts.at(-1)?.phase;
  return create.exitCode === 0 ? CREATOR_PHASES.at(-1) : failedCreatorPhase(create.exitCode, starts);
}

function succeeded(
  { container, kind, raw }: PhaseProgress,
  { phase, startedAt }: PhaseStart,
  finishedAt: string,
): PhaseProgress {
  const containerID = asContainerState(raw)[kind]?.containerID;
  const ended = { exitCode: 0, reason: 'Completed', startedAt, finishedAt };
  return {
    container,
    kind: 'terminated',
    ...ended,
    phase,
    isSkipped: false,
    raw: { terminated: { ...ended, ...defined({ containerID }) } },
  };
}

/** The last phase that ran has the state of the container. */
function ending(create: Exclude<PhaseProgress, { kind: 'waiting' }>, { phase, startedAt }: PhaseStart): PhaseProgress {
  const state = { ...asContainerState(create.raw)[create.kind]?.raw, startedAt };
  return { ...create, startedAt, phase, raw: { ...create.raw, [create.kind]: state } };
}

function notStarted({ container, kind }: PhaseProgress, phase: PhaseName): PhaseProgress {
  return { container, kind: 'waiting', phase, isSkipped: kind === 'terminated', raw: {} };
}
