import type { ContainerProgress } from '../../src/model/build-progress.ts';
import { hasFailed } from '../phases/progress/container-state.ts';

/** The waiter's code for a command that it did not run (fallback-entrypoint/README.md). */
export const SKIPPED = 121;
/** From here on codes are 128 and the number of a signal. */
const SIGNALLED = 128;

/** The beginning and the end of the waiter's sentences, which tell its codes from a command's own. */
const SKIPPED_SENTENCE = /^skipped: /;
const SIGNALLED_SENTENCE = /^ended by signal \d+ while it waited$/;

/**
 * Whether a waiter has ended without running its command, because the phase before it failed: it saw that one's mark,
 * or there was none and the Pod was ended over it. What a container says of itself counts only where the one before it
 * has failed: a buildpack can write the same words.
 */
export function hasNotRun(progress: ContainerProgress, predecessor: ContainerProgress | undefined): boolean {
  if (progress.kind !== 'terminated' || !hasFailed(predecessor)) return false;
  const { exitCode, message = '' } = progress;
  if (exitCode === SKIPPED) return SKIPPED_SENTENCE.test(message);
  return exitCode > SIGNALLED && SIGNALLED_SENTENCE.test(message);
}
