import type { FailureCause } from '../failure/failure-cause.ts';
import { withLastWords, withWords } from './masked-progress.ts';
import type { Masking } from './masking.ts';

/** Why a Build has failed, in words without secrets. */
export function maskedCause(cause: FailureCause, masking: Masking): FailureCause {
  const masked = withWords(cause, masking);
  return 'terminated' in masked && masked.terminated !== undefined
    ? { ...masked, terminated: withLastWords(masked.terminated, masking) }
    : masked;
}
