import { StepError } from '../core/model/step-failures/step-error.ts';
import { STEP_FAILURES, type StepFailureName } from '../core/model/step-failures/step-failures.ts';

/** The last line of a step that fails, and its exit code. */
interface StepEnd {
  readonly line: string;
  readonly exitCode: number;
}

/** 128 + 15: the exit code that shells report for SIGTERM. */
const TERMINATED: StepEnd = { line: 'ERROR: terminated by SIGTERM', exitCode: 143 };

/** Returns how a step ends after an error. An error that is not a `StepError` gets the code `unexpected`. `redact` removes secrets from the line. */
export function endBy(
  error: unknown,
  unexpected: StepFailureName,
  redact: (text: string) => string,
  termination: AbortSignal,
): StepEnd {
  if (termination.aborted) return TERMINATED;
  const code = isStepError(error) ? error.code : unexpected;
  const message = error instanceof Error ? error.message : 'unknown error';
  return { line: `ERROR: ${redact(message)}`, exitCode: STEP_FAILURES[code].exitCode };
}

function isStepError(error: unknown): error is StepError<StepFailureName> {
  return error instanceof StepError;
}
