import type { CompletionFailure } from '../../model/step-failures/of-completion.ts';
import { StepError } from '../step-error.ts';

/** The only error that completion means to end with. */
export class CompletionError extends StepError<CompletionFailure> {
  override readonly name = 'CompletionError';
}
