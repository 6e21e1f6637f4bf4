import type { Explanation } from './explanation.ts';
import { PHASE_REASONS } from './phase-reasons.ts';
import { WORKLOAD_REASONS } from './workload-reasons.ts';

type PhaseReason = keyof typeof PHASE_REASONS;

/** Every reason for which a Build fails (docs/build-failures.md). */
export type FailureReason = PhaseReason | keyof typeof WORKLOAD_REASONS;

/** What each of them means. */
export const EXPLANATIONS: Readonly<Record<FailureReason, Explanation>> = { ...PHASE_REASONS, ...WORKLOAD_REASONS };

/**
 * The reason in the condition of the Build: kpack's word where a phase failed by itself, and where kpack has none for it
 * our own.
 */
export function conditionReason(reason: FailureReason): 'Failed' | FailureReason {
  return Object.hasOwn(PHASE_REASONS, reason) ? 'Failed' : reason;
}
