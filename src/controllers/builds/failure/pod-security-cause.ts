import { podSecurityDenial } from '../../../model/pod-security.ts';
import type { FailureCause } from './failure-cause.ts';

/**
 * Turns a refusal of the workload into a denial by Pod Security, if its message says so. Tekton reports such a denial with the reason
 * `PodAdmissionFailed`, and older versions with `PodCreationFailed`.
 */
export function podSecurityCause(cause: FailureCause): FailureCause {
  if (cause.kind !== 'rejected' && cause.kind !== 'workload-failed') return cause;
  const denial = podSecurityDenial(cause.message ?? '');
  if (denial === undefined) return cause;
  return { kind: 'denied-by-pod-security', ...denial, creator: cause.kind === 'rejected' ? 'controller' : 'tekton' };
}
