import type { CompletionFailure } from './completion-failures.ts';
import type { PrepareFailure } from './prepare-failures.ts';
import type { FailureOfBoth, StepFailureName } from './step-failures.ts';

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
