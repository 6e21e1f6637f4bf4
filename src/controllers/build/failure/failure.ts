import type { PhaseName } from '../../../model/build-progress.ts';
import type { FailureCause, TerminatedContainer } from './failure-cause.ts';
import { failureMessage } from './failure-message.ts';
import { EXPLANATIONS, type FailureReason } from './failure-reason.ts';
import { failureReason } from './failure-reason-of.ts';
import type { PodPlace } from './kpack-message.ts';

/** Why a Build has failed, for people: it stands in `status.failure` as it is. */
export interface Failure {
  readonly reason: FailureReason;
  readonly phase?: PhaseName;
  readonly exitCode?: number;
  /** Who can do something about it. */
  readonly actor: 'user' | 'platform';
  readonly message: string;
  /** What to try. */
  readonly advice: string;
  /** The last lines of the phase's log. */
  readonly log?: readonly string[];
}

/** What a cause means to people. The log's lines are without secrets; a pod is named where there is one to look at. */
export function failureOf(cause: FailureCause, log: readonly string[], pod?: PodPlace): Failure {
  const reason = failureReason(cause);
  const { actor, advice } = EXPLANATIONS[reason];
  const phase = 'phase' in cause ? cause.phase : undefined;
  const exitCode = terminatedOf(cause)?.exitCode;
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

function terminatedOf(cause: FailureCause): TerminatedContainer | undefined {
  return 'terminated' in cause ? cause.terminated : undefined;
}
