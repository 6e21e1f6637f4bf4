import { isKubeError } from '../../../kube/kube-error.ts';

/** What is refused now and may be taken later: quotas have room again, roles are given, admission starts. */
const PASSING = /exceeded quota|User ".*" cannot |is being terminated|not yet ready/;

/**
 * Why the API server, or an admission controller, takes an object for good as what it must not be; `undefined` where the
 * same object may be taken later. Webhooks deny by 400 or 403, whatever they like (AdmissionResponse).
 */
export function rejectionOf(error: unknown): string | undefined {
  if (!isKubeError(error, 'INVALID', 'REFUSED', 'FORBIDDEN')) return undefined;
  if (error.code === 'REFUSED' && error.status !== 400 && error.status !== 413) return undefined;
  return error.code === 'FORBIDDEN' && PASSING.test(error.message) ? undefined : error.message;
}
