import { COMPLETION_FAILURES, type CompletionFailure } from './completion-failures.ts';
import { PREPARE_FAILURES, type PrepareFailure } from './prepare-failures.ts';
import type { StepFailure } from './both-steps.ts';

/** The code of a `StepError`. It is also the failure reason of the Build. */
export type StepFailureName = PrepareFailure | CompletionFailure;

/** All failures of the taskpack steps with their exit codes. */
export const STEP_FAILURES: Readonly<Record<StepFailureName, StepFailure>> = {
  ...PREPARE_FAILURES,
  ...COMPLETION_FAILURES,
};

/** The failures that prepare and completion share. */
export type FailureOfBoth = PrepareFailure & CompletionFailure;

const OF_STEPS = { prepare: PREPARE_FAILURES, completion: COMPLETION_FAILURES } as const;

/** Returns the failure for an exit code of a step, or `undefined` if the step never exits with it. */
export function stepFailureOf(step: keyof typeof OF_STEPS, exitCode: number): StepFailureName | undefined {
  const names = Object.keys(OF_STEPS[step]).filter(isStepFailureName);
  return names.find((name) => STEP_FAILURES[name].exitCode === exitCode);
}

function isStepFailureName(name: string): name is StepFailureName {
  return Object.hasOwn(STEP_FAILURES, name);
}
