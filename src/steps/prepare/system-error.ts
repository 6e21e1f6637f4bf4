import { errorCode } from '../../http/error-code.ts';
import type { PrepareFailure } from '../../model/step-failures/of-prepare.ts';
import { StepError } from '../step-error.ts';
import { PrepareError } from './prepare-error.ts';

/** An error as it ends prepare: what the system says of a full disk is the same wherever it comes up. */
export function systemError(error: unknown, code: PrepareFailure, sentence: string): Error {
  if (error instanceof StepError) return error;
  const system = errorCode(error);
  if (isFullDisk(system)) return diskFull(error);
  return new PrepareError(code, system === '' ? sentence : `${sentence} (${system})`, error);
}

/** Says that there is no room. */
export function diskFull(cause?: unknown): PrepareError {
  const sentence = 'the disk is full: the source needs more room than the volumes of the build have';
  return new PrepareError('DiskFull', sentence, cause);
}

/** Whether a code of the system's means that there is no room. */
function isFullDisk(code: string): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
}
