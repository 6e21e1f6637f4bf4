import { STEP_FAILURES, type StepFailureName } from '../model/step-failures/step-failures.ts';
import { StepError } from './step-error.ts';

/** What a step says at its end, and with which code it exits. */
export interface StepEnd {
  readonly line: string;
  readonly exitCode: number;
}

/** As a program ends that SIGTERM has ended. */
const TERMINATED: StepEnd = { line: 'ERROR: ended by SIGTERM', exitCode: 143 };

/** The end by an error; what no step means to fail by is `unexpected`. `redact` takes secrets out of what is said. */
export function endBy(
  error: unknown,
  unexpected: StepFailureName,
  redact: (text: string) => string,
  termination: AbortSignal,
): StepEnd {
  if (termination.aborted) return TERMINATED;
  const code = isStepError(error) ? error.code : unexpected;
  const sentence = error instanceof Error ? error.message : 'something went wrong';
  return { line: `ERROR: ${redact(sentence)}`, exitCode: STEP_FAILURES[code].exitCode };
}

function isStepError(error: unknown): error is StepError<StepFailureName> {
  return error instanceof StepError;
}
