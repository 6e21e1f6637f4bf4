import type { Failure } from './failure.ts';
import type { FailureCause, TerminatedContainer } from './failure-cause.ts';
import { failureMessage } from './failure-message.ts';
import { EXPLANATIONS } from './failure-reason.ts';
import { failureReason } from './failure-reason-of.ts';
import type { PodPlace } from './kpack-message.ts';
import { memoryShortage } from './memory-shortage.ts';

/**
 * What a cause means to people. The log's lines are without secrets; a pod is named where there is one to look at; the
 * limit is what the Build sets for the memory of every phase.
 */
export function failureOf(told: FailureCause, log: readonly string[], pod?: PodPlace, memoryLimit?: string): Failure {
  const cause = memoryShortage(told, log, memoryLimit);
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
