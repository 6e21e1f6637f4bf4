import type { FailureOfBoth, StepFailureName } from '../model/step-failures/step-failures.ts';

/** Why a step ends otherwise than well. Its message is one sentence for the user. What is thrown for both steps has a code of both. */
export class StepError<Code extends StepFailureName = FailureOfBoth> extends Error {
  override readonly name: string = 'StepError';
  readonly code: Code;

  constructor(code: Code, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.code = code;
  }
}
