/** What ends a step: a sentence for the user, and the exit code that tells the controller of which kind it is. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
  readonly exitCode: number;

  constructor(exitCode: number, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.exitCode = exitCode;
  }
}
