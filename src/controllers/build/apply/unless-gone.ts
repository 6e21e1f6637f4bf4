import { isKubeError } from '../../../kube/kube-error.ts';
import { AGAIN, type Applied } from './applied.ts';

/** Until the cache has heard of it, in milliseconds. */
const GONE = { kind: 'requeue', after: 1000 } as const;

/** Changes a workload. One that has gone in between, or is another one by now, is left alone: the cache will say so. */
export async function unlessGone(change: () => Promise<void>): Promise<Applied> {
  try {
    await change();
    return AGAIN;
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND', 'CONFLICT') || isAnother(error)) return GONE;
    throw error;
  }
}

/** A merge patch cannot have a precondition: a uid that is not the object's is a field that must not change. */
function isAnother(error: unknown): boolean {
  return isKubeError(error, 'INVALID') && error.causes.some(({ field }) => field === 'metadata.uid');
}
