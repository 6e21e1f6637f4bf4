import { formatProblem, type FieldProblem } from '../../../model/problem.ts';
import type { Explanation } from '../../../model/explanation.ts';
import type { FailureCause, TerminatedContainer } from './failure-cause.ts';
import { kpackMessage, type PodPlace } from './kpack-message.ts';

const AS_IT_SEEMS = ', as it seems: one of its processes was killed';

/** What has happened, in kpack's words where it has some, and in a sentence of ours. */
export function failureMessage(
  cause: FailureCause,
  explanation: Explanation,
  log: readonly string[],
  pod: PodPlace | undefined,
): string {
  const terminated = 'terminated' in cause ? cause.terminated : undefined;
  const said = terminated === undefined ? '' : `${kpackMessage(terminated, log, pod)}. `;
  return `${said}${whatHappened(cause, explanation)}`;
}

function whatHappened(cause: FailureCause, { meaning, advice }: Explanation): string {
  switch (cause.kind) {
    case 'phase-failed':
      return withCode(meaning, cause.terminated);
    case 'out-of-memory':
      return withCode(`${meaning}${inBrackets(cause.limit)}`, cause.terminated);
    case 'process-killed':
      return withCode(`${meaning}${inBrackets(cause.limit)}${AS_IT_SEEMS}`, cause.terminated);
    case 'phase-lost':
      return sentence(meaning, `phase ${cause.phase}`);
    case 'injected-sidecar-in-init-layout':
      // Many see nothing of a Build but its condition, and this is not the Build's to mend.
      return `${sentence(meaning, `phase ${cause.phase}`, cause.containers.join(', '))} ${advice}`;
    case 'phase-not-started':
      return sentence(meaning, `phase ${cause.phase}`, cause.reason, cause.message);
    case 'sidecar-not-ready':
      return sentence(`${meaning} within ${cause.seconds} s`, cause.container, cause.reason, cause.message);
    case 'timed-out':
      return sentence(`${meaning}${inBrackets(cause.seconds, ' s')}`, cause.phase && `phase ${cause.phase}`);
    case 'refused':
      return errorsOf(cause.problems);
    case 'rejected':
      return cause.message;
    case 'wrong-outcome':
      return sentence(meaning, cause.image);
    case 'workload-deleted':
      return sentence(meaning, cause.workload);
    case 'evicted':
    case 'preempted':
    case 'node-lost':
      return sentence(meaning, cause.message);
    case 'workload-failed':
      return sentence(meaning, cause.reason, cause.message);
    case 'cancelled':
    case 'no-outcome':
      return sentence(meaning);
  }
}

function withCode(happened: string, { exitCode }: TerminatedContainer): string {
  return `${happened} (exit code ${exitCode}).`;
}

function inBrackets(value: string | number | undefined, unit = ''): string {
  return value === undefined ? '' : ` (${value}${unit})`;
}

function errorsOf(problems: readonly FieldProblem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.map(formatProblem).join('; ');
}

/** What has happened, and behind colons what is known of it. */
function sentence(meaning: string, ...details: readonly (string | undefined)[]): string {
  const known = details.filter((detail) => detail !== undefined && detail !== '');
  return `${[meaning, ...known].join(': ').replace(/[.\s]+$/, '')}.`;
}
