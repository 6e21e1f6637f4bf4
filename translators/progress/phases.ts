import type { ContainerProgress, PhaseProgress } from '../../src/core/model/build-progress.ts';
import type { Terminated } from '../../src/core/model/container-state.ts';
import { PHASE_NAMES, type PhaseName } from '../../src/core/model/phase-name.ts';

/**
 * Returns completion's state if it exited with 0, else `undefined`. The Build has then succeeded, even if a sidecar, the
 * Pod or the TaskRun fails afterwards.
 */
export function successfulCompletion(phases: readonly PhaseProgress[]): Terminated | undefined {
  const last = phases.at(-1);
  return last?.phase === 'completion' && last.kind === 'terminated' && last.exitCode === 0 ? last : undefined;
}

/** True if no phase of the workload reports an image, because the Build is debugged and does not push. */
export function lacksCompletion(phases: readonly PhaseProgress[]): boolean {
  return phases.length > 0 && phases.at(-1)?.phase !== 'completion';
}

/** True if a container terminated with an exit code other than 0. */
export function hasFailed(progress: ContainerProgress | undefined): boolean {
  return progress?.kind === 'terminated' && progress.exitCode !== 0;
}

/** Returns the entries whose keys are names of phases, in the order of the phases. */
export function inPhaseOrder<T>(named: ReadonlyMap<string, T>): readonly (readonly [PhaseName, T])[] {
  return PHASE_NAMES.flatMap((phase) => {
    const value = named.get(phase);
    return value === undefined ? [] : [[phase, value] as const];
  });
}
