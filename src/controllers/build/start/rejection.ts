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

/** Tekton's webhook from 0.54 to 0.70, as it is shipped (pkg/apis/pipeline/v1/task_validation.go); 0.54 says `%s` for the flag. */
const REFUSES_STEP_RESULTS = /feature flag \S+ should be set to true in order to use Results in Steps/;

const LET_STEP_RESULTS_IN =
  'Set enable-step-actions to "true" in the ConfigMap feature-flags in the namespace of Tekton, or install Tekton 1.0 or newer, or set BACKEND=native';

/** Why an object was not created. Much of what admission denies by 403 is its own trouble: caches that lag, quotas without a status. */
export function rejectionOf(error: unknown): Rejection {
  if (!isKubeError(error, 'INVALID', 'REFUSED', 'FORBIDDEN')) return { kind: 'passing' };
  const { code, status, message } = error;
  if (code === 'INVALID' || status === 413 || OF_THE_OBJECT.test(message)) {
    return { kind: 'rejected', message: withRemedy(message) };
  }
  if (code === 'REFUSED') return status === 400 ? { kind: 'denied', error } : { kind: 'passing' };
  return PASSING.test(message) ? { kind: 'passing' } : { kind: 'denied', error };
}

function withRemedy(message: string): string {
  return REFUSES_STEP_RESULTS.test(message) ? `${message}. ${LET_STEP_RESULTS_IN}` : message;
}
