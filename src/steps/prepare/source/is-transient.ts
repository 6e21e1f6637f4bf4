import { PrepareError } from '../prepare-error.ts';

/** Whether the same may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof PrepareError && (error.code === 'NetworkFailed' || error.code === 'ServerUnavailable');
}
