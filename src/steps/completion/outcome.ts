import type { BuildOutcome } from '../../model/build-outcome.ts';
import { CompletionError } from './completion-error.ts';

/**
 * In bytes. The kubelet keeps 12,288 of the messages of all containers of a pod (kubelet, container/runtime.go), and
 * a mesh brings containers of its own.
 */
const LONGEST_OUTCOME = 700;

/** What is reported, and what had to be left out of it. */
export interface FittingOutcome {
  readonly outcome: BuildOutcome;
  readonly leftOut: readonly string[];
}

/** As much of an outcome as fits: the cache is what a Build can do without. Throws `OutcomeNotReported` where the image alone does not. */
export function fittingOutcome(outcome: BuildOutcome): FittingOutcome {
  if (lengthOf(outcome) <= LONGEST_OUTCOME) return { outcome, leftOut: [] };
  const { CACHE_IMAGE: cache, ...image } = outcome;
  if (lengthOf(image) <= LONGEST_OUTCOME) return { outcome: image, leftOut: cache === undefined ? [] : [cache] };
  const sentence = `the image was built, but its tag is too long to be reported: ${image.IMAGE_URL}; use a shorter one`;
  throw new CompletionError('OutcomeNotReported', sentence);
}

/** As the termination message has it. */
export function outcomeText(outcome: BuildOutcome): string {
  return JSON.stringify(outcome);
}

function lengthOf(outcome: BuildOutcome): number {
  return Buffer.byteLength(outcomeText(outcome));
}
