import { errorCode } from '../error-code.ts';
import type { PrepareFailure } from './prepare-failures.ts';
import { PrepareError, StepError } from './step-error.ts';

/** Converts an error to a `StepError` with a code and message. A full disk always becomes `DiskFull`. */
export function systemError(error: unknown, code: PrepareFailure, message: string): Error {
  if (error instanceof StepError) return error;
  const system = errorCode(error);
  if (isFullDisk(system)) return diskFull(error);
  return new PrepareError(code, system === '' ? message : `${message} (${system})`, error);
}

export function diskFull(cause?: unknown): PrepareError {
  const message =
    'the disk is full, because the source needs more space than the volumes of the build have: raise ephemeral-storage in the resources of the Build or make the source smaller';
  return new PrepareError('DiskFull', message, cause);
}

function isFullDisk(code: string): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
}

/** True if a retry can succeed. */
export function isTransient(error: unknown): boolean {
  return error instanceof PrepareError && (error.code === 'NetworkFailed' || error.code === 'ServerUnavailable');
}
