import { COMPLETION_FAILURES, type CompletionFailure } from './of-completion.ts';
import { PREPARE_FAILURES, type PrepareFailure } from './of-prepare.ts';
import type { StepFailure } from './step-failure.ts';

/** A kind of failure of a step of ours: what the step throws, and the reason of the Build that fails by it. */
export type StepFailureName = PrepareFailure | CompletionFailure;

/** Every kind of failure of our own steps: the one list of their exit codes. */
export const STEP_FAILURES: Readonly<Record<StepFailureName, StepFailure>> = {
  ...PREPARE_FAILURES,
  ...COMPLETION_FAILURES,
};

/** What can be said of both steps without knowing which it is. */
export type FailureOfBoth = PrepareFailure & CompletionFailure;

const OF_STEPS = { prepare: PREPARE_FAILURES, completion: COMPLETION_FAILURES } as const;

/** What a step of ours means by an exit code; `undefined` for one that it never exits with. */
export function stepFailureOf(step: keyof typeof OF_STEPS, exitCode: number): StepFailureName | undefined {
  const names = Object.keys(OF_STEPS[step]).filter(isStepFailureName);
  return names.find((name) => STEP_FAILURES[name].exitCode === exitCode);
}

function isStepFailureName(name: string): name is StepFailureName {
  return Object.hasOwn(STEP_FAILURES, name);
}
