import { completed } from '../../../../translators/phases/progress/completed.ts';
import type { BuildProgress, PhaseProgress } from '../../../model/build-progress.ts';

/** Whether completion has ended well: the image is there and reported, whatever becomes of the workload. */
export function isCompleted({ phases }: BuildProgress): boolean {
  return completed(phases) !== undefined;
}

/** Whether a phase has ended otherwise than well, by itself. */
export function hasFailed(phase: PhaseProgress): boolean {
  return phase.kind === 'terminated' && phase.exitCode !== 0 && !phase.isSkipped;
}
