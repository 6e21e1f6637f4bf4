import type { PrepareFailure } from '../../model/step-failures/of-prepare.ts';
import { StepError } from '../step-error.ts';

/** The only error that prepare means to end with. */
export class PrepareError extends StepError<PrepareFailure> {
  override readonly name = 'PrepareError';
}
