import type { PhaseName } from '../../../model/phase-name.ts';
import { EXPLANATIONS, type FailureReason } from './explanations.ts';
import type { FailureCause } from './failure-cause.ts';
import { failureMessage } from './failure-message.ts';
import { failureReasonOf } from './failure-reason.ts';
import type { PodReference } from './kpack-message.ts';
import { memoryShortage } from './memory-shortage.ts';

/** Explains to users why a Build failed. The controller writes it to `status.failure` unchanged. */
export interface Failure {
  readonly reason: FailureReason;
  readonly phase?: PhaseName;
  readonly exitCode?: number;
  /** The one who can fix the failure: the Build's author, or the cluster's operator. */
  readonly actor: 'user' | 'platform';
  readonly message: string;
  /** The next step to try. */
  readonly advice: string;
  /** The last lines of the phase's log. */
  readonly log?: readonly string[];
}

/**
 * Translates a cause for users.
 *
 * @param log the last lines of the failed phase, with secrets masked
 * @param pod the Pod whose log users can read, if it still exists
 * @param memoryLimit the memory limit that the Build sets for every phase
 */
export function failureOf(
  observed: FailureCause,
  log: readonly string[],
  pod?: PodReference,
  memoryLimit?: string,
): Failure {
  const cause = memoryShortage(observed, log, memoryLimit);
  const reason = failureReasonOf(cause);
  const { actor, advice } = EXPLANATIONS[reason];
  const phase = 'phase' in cause ? cause.phase : undefined;
  const exitCode = 'terminated' in cause ? cause.terminated?.exitCode : undefined;
  return {
    reason,
    ...(phase !== undefined && { phase }),
    ...(exitCode !== undefined && { exitCode }),
    actor,
    message: failureMessage(cause, EXPLANATIONS[reason], log, pod),
    advice,
    ...(log.length > 0 && { log }),
  };
}
