import { boundedMessages } from '../../../core/model/bounded-messages.ts';
import { formatProblem, type FieldProblem } from '../../../core/model/problem.ts';
import type { Explanation } from '../../../core/model/failures/explanation.ts';
import type { FailureCause, TerminatedContainer } from './failure-cause.ts';
import { kpackMessage, type PodReference } from './kpack-message.ts';

const PROBABLY = ', probably: one of its processes was killed';

/** Returns kpack's message if a container terminated, followed by taskpack's explanation. */
export function failureMessage(
  cause: FailureCause,
  explanation: Explanation,
  log: readonly string[],
  pod: PodReference | undefined,
): string {
  const terminated = 'terminated' in cause ? cause.terminated : undefined;
  const kpack = terminated === undefined ? '' : `${kpackMessage(terminated, log, pod)}. `;
  return `${kpack}${sentenceOf(cause, explanation)}`;
}

function sentenceOf(cause: FailureCause, { meaning, advice }: Explanation): string {
  switch (cause.kind) {
    case 'phase-failed':
      return withCode(meaning, cause.terminated);
    case 'out-of-memory':
      return withCode(`${meaning}${limitOf(cause.limit)}`, cause.terminated);
    case 'process-killed':
      return withCode(`${meaning}${limitOf(cause.limit)}${PROBABLY}`, cause.terminated);
    case 'phase-lost':
      return sentence(meaning, `phase ${cause.phase}`);
    case 'injected-sidecar-in-init-layout':
      // Many users see only the condition, and this failure is not in the Build itself, so the message carries the advice.
      return `${sentence(meaning, `phase ${cause.phase}`, cause.containers.join(', '))} ${advice}`;
    case 'phase-not-started':
      return sentence(meaning, `phase ${cause.phase}`, cause.reason, cause.message);
    case 'sidecar-not-ready':
      return sentence(`${meaning} within ${cause.seconds} s`, cause.container, cause.reason, cause.message);
    case 'timed-out':
      return sentence(`${meaning}${secondsOf(cause.seconds)}`, cause.phase && `phase ${cause.phase}`);
    case 'refused':
      return errorsOf(cause.problems);
    case 'rejected':
      return sentence(meaning, cause.message);
    case 'denied-by-pod-security':
      return sentence(meaning, cause.level, boundedMessages(cause.violations).join(', '));
    case 'workload-not-created':
      return sentence(`${meaning}${secondsOf(cause.seconds)}`, cause.message);
    case 'wrong-outcome':
      return sentence(meaning, cause.image);
    case 'unconfirmed-outcome':
      return sentence(meaning, cause.image, cause.message);
    case 'workload-deleted':
      return sentence(meaning, cause.workload);
    case 'evicted':
    case 'preempted':
    case 'node-lost':
      return sentence(meaning, cause.message);
    case 'workload-failed':
      return sentence(meaning, cause.reason, cause.message);
    case 'deleted':
      return sentence(meaning, 'the Build is deleted');
    case 'cancelled':
    case 'no-outcome':
    case 'debugged':
      return sentence(meaning);
  }
}

function withCode(text: string, { exitCode }: TerminatedContainer): string {
  return `${text} (exit code ${exitCode}).`;
}

function limitOf(memory: string | undefined): string {
  return memory === undefined ? '' : ` (limit ${memory})`;
}

function secondsOf(seconds: number | undefined): string {
  return seconds === undefined ? '' : ` (${seconds} s)`;
}

function errorsOf(problems: readonly FieldProblem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.map(formatProblem).join('; ');
}

/** Joins the meaning and the known details with colons, and ends with a full stop. */
function sentence(meaning: string, ...details: readonly (string | undefined)[]): string {
  const known = details.filter((detail) => detail !== undefined && detail !== '');
  return `${[meaning, ...known].join(': ').replace(/(?<![.\s])[.\s]+$/, '')}.`;
}
