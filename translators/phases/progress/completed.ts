import type { PhaseProgress, Terminated } from '../../../src/model/build-progress.ts';

/**
 * How the last phase has ended, if it ended well: the Build has succeeded then, whatever becomes of sidecars, of the Pod
 * or of the TaskRun afterwards.
 */
export function completed(phases: readonly PhaseProgress[]): Terminated | undefined {
  const last = phases.at(-1);
  return last?.phase === 'completion' && last.kind === 'terminated' && last.exitCode === 0 ? last : undefined;
}
