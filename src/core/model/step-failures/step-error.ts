import type { CompletionFailure } from './completion-failures.ts';
import type { PrepareFailure } from './prepare-failures.ts';
import { type FailureOfBoth, STEP_FAILURES, type StepFailureName } from './step-failures.ts';

/** Ends a step with the exit code of its failure code. The message is one line for the user. Code shared by both steps throws only codes that both have. */
export class StepError<Code extends StepFailureName = FailureOfBoth> extends Error {
  override readonly name: string = 'StepError';
  readonly code: Code;

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

export class PrepareError extends StepError<PrepareFailure> {
  override readonly name = 'PrepareError';
}

export class CompletionError extends StepError<CompletionFailure> {
  override readonly name = 'CompletionError';
}

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
