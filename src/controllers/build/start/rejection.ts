import { isKubeError, type KubeError } from '../../../kube/kube-error.ts';

/** What the API server means when it does not take an object. */
export type Rejection =
  /** The same object will not be taken later either. */
  | { readonly kind: 'rejected'; readonly message: string }
  /** It may be, or may not: who denies does not say for how long. */
  | { readonly kind: 'denied'; readonly error: KubeError }
  /** It may be taken later, however long that takes. */
  | { readonly kind: 'passing' };

/** Who says no to the object itself: Pod Security Admission, or a webhook (AdmissionResponse), which denies by 400 or 403. */
const OF_THE_OBJECT = /violates PodSecurity|admission webhook ".*" denied the request/;

/** Quotas have room again, roles are given, admission starts. */
const PASSING = /exceeded quota|User ".*" cannot |is being terminated|not yet ready/;

/** Why an object was not created. Much of what admission denies by 403 is its own trouble: caches that lag, quotas without a status. */
export function rejectionOf(error: unknown): Rejection {
  if (!isKubeError(error, 'INVALID', 'REFUSED', 'FORBIDDEN')) return { kind: 'passing' };
  const { code, status, message } = error;
  if (code === 'INVALID' || status === 413 || OF_THE_OBJECT.test(message)) return { kind: 'rejected', message };
  if (code === 'REFUSED') return status === 400 ? { kind: 'denied', error } : { kind: 'passing' };
  return PASSING.test(message) ? { kind: 'passing' } : { kind: 'denied', error };
}
