import type { Explanation } from '../../../model/explanation.ts';
import { STEP_FAILURES, type StepFailureName } from '../../../model/step-failures/step-failures.ts';
import { PHASE_REASONS } from './phase-reasons.ts';
import { WORKLOAD_REASONS } from './workload-reasons.ts';

/** Every reason for which a Build fails (docs/build-failures.md). */
export type FailureReason = StepFailureName | keyof typeof PHASE_REASONS | keyof typeof WORKLOAD_REASONS;

/** What each of them means. */
export const EXPLANATIONS: Readonly<Record<FailureReason, Explanation>> = {
  ...STEP_FAILURES,
  ...PHASE_REASONS,
  ...WORKLOAD_REASONS,
};

/**
 * The reason in the condition of the Build: kpack's word where a phase failed by itself, and where kpack has none for it
 * our own.
 */
export function conditionReason(reason: FailureReason): 'Failed' | FailureReason {
  return Object.hasOwn(WORKLOAD_REASONS, reason) ? reason : 'Failed';
}
