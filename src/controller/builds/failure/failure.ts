import type { Actor } from '../../../core/model/failures/explanation.ts';
import { EXPLANATIONS, type FailureReason } from '../../../core/model/failures/explanations.ts';
import type { PhaseName } from '../../../core/model/phase-name.ts';
import { podSecurityDenial } from '../../../core/model/pod-security.ts';
import type { FailureCause } from './failure-cause.ts';
import { failureMessage } from './failure-message.ts';
import { failureReasonOf } from './failure-reason.ts';
import type { PodReference } from './kpack-message.ts';
import { memoryShortage } from './memory-shortage.ts';
import { responsibilityOf, type BuildFacts } from './responsibility.ts';

/** Explains to users why a Build failed. The controller writes it to `status.failure` unchanged. */
export interface Failure {
  readonly reason: FailureReason;
  readonly phase?: PhaseName;
  readonly exitCode?: number;
  readonly actor: Actor;
  readonly message: string;
  /** The next step to try. */
  readonly advice: string;
  /** The injected sidecar whose log `log` is. Absent if `log` is the log of the phase. */
  readonly container?: string;
  /** The last lines of the log of the phase or container. */
  readonly log?: readonly string[];
}

/**
 * Translates a cause for users.
 *
 * @param log the last lines of the failed phase or of the sidecar that is not ready, with secrets masked
 * @param pod the Pod whose log users can read, if it still exists
 */
export function failureOf(
  observed: FailureCause,
  log: readonly string[],
  pod?: PodReference,
  facts: BuildFacts = { isOfImage: false },
): Failure {
  const cause = podSecurityCause(memoryShortage(observed, log, facts.memoryLimit));
  const reason = failureReasonOf(cause);
  const phase = 'phase' in cause ? cause.phase : undefined;
  const exitCode = 'terminated' in cause ? cause.terminated?.exitCode : undefined;
  return {
    reason,
    ...(phase !== undefined && { phase }),
    ...(exitCode !== undefined && { exitCode }),
    message: failureMessage(cause, EXPLANATIONS[reason], log, pod),
    ...responsibilityOf(reason, cause, facts, log),
    ...(log.length > 0 && cause.kind === 'sidecar-not-ready' && { container: cause.container }),
    ...(log.length > 0 && { log }),
  };
}

/**
 * Turns a refusal of the workload into a denial by Pod Security, if its message says so. Tekton reports such a denial with the reason
 * `PodAdmissionFailed`, and older versions with `PodCreationFailed`.
 */
function podSecurityCause(cause: FailureCause): FailureCause {
  if (cause.kind !== 'rejected' && cause.kind !== 'workload-failed') return cause;
  const denial = podSecurityDenial(cause.message ?? '');
  if (denial === undefined) return cause;
  return { kind: 'denied-by-pod-security', ...denial, creator: cause.kind === 'rejected' ? 'controller' : 'tekton' };
}
