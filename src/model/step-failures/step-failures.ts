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

const BY_CODE = { prepare: byCode(PREPARE_FAILURES), completion: byCode(COMPLETION_FAILURES) } as const;

/** What a step of ours means by an exit code; `undefined` for one that it never exits with. */
export function stepFailureOf(step: keyof typeof BY_CODE, exitCode: number): StepFailureName | undefined {
  return BY_CODE[step].get(exitCode);
}

function byCode<Name extends string>(failures: Readonly<Record<Name, StepFailure>>): ReadonlyMap<number, Name> {
  const names = Object.keys(failures) as Name[];
  return new Map(names.map((name) => [failures[name].exitCode, name]));
}
