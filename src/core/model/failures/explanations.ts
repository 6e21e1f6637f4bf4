import type { Explanation } from './explanation.ts';
import { STEP_FAILURES, type StepFailureName } from '../step-failures/step-failures.ts';
import { PHASE_EXPLANATIONS } from './phase-explanations.ts';
import { WORKLOAD_EXPLANATIONS } from './workload-explanations.ts';

/** All values of `status.failure.reason` (docs/reference/build-failures.md). */
export type FailureReason = StepFailureName | keyof typeof PHASE_EXPLANATIONS | keyof typeof WORKLOAD_EXPLANATIONS;

export const EXPLANATIONS: Readonly<Record<FailureReason, Explanation>> = {
  ...STEP_FAILURES,
  ...PHASE_EXPLANATIONS,
  ...WORKLOAD_EXPLANATIONS,
};

/**
 * Returns the reason for the Build's Succeeded condition. kpack writes `Failed` if a phase failed; kpack has no reason for
 * other failures, so those keep their own.
 */
export function conditionReason(reason: FailureReason): 'Failed' | FailureReason {
  return Object.hasOwn(WORKLOAD_EXPLANATIONS, reason) ? reason : 'Failed';
}
