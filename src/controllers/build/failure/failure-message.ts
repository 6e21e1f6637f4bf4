import { formatProblem } from '../../../model/problem.ts';
import type { Explanation } from '../../../model/explanation.ts';
import type { FailureCause, TerminatedContainer } from './failure-cause.ts';
import { kpackMessage, type PodPlace } from './kpack-message.ts';

/** What has happened, in kpack's words where it has some, and in a sentence of ours. */
export function failureMessage(
  cause: FailureCause,
  { meaning, advice }: Explanation,
  log: readonly string[],
  pod: PodPlace | undefined,
): string {
  switch (cause.kind) {
    case 'phase-failed':
      return saidWithCode(meaning, cause.terminated, log, pod);
    case 'out-of-memory':
      return saidWithCode(`${meaning}${withLimit(cause)}`, cause.terminated, log, pod);
    case 'process-killed': {
      const happened = `${meaning}${withLimit(cause)}, as it seems: one of its processes was killed`;
      return saidWithCode(happened, cause.terminated, log, pod);
    }
    case 'phase-lost': {
      const { phase, terminated } = cause;
      return `${saidBy(terminated, log, pod)}${sentence(meaning, `phase ${phase}`)}`;
    }
    case 'injected-sidecar-in-init-layout': {
      const { phase, terminated, containers } = cause;
      const happened = sentence(meaning, `phase ${phase}`, containers.join(', '));
      // Many see nothing of a Build but its condition, and this is not the Build's to mend.
      return `${saidBy(terminated, log, pod)}${happened} ${advice}`;
    }
    case 'phase-not-started':
      return sentence(meaning, `phase ${cause.phase}`, cause.reason, cause.message);
    case 'sidecar-not-ready':
      return sentence(`${meaning} within ${cause.seconds} s`, cause.container, cause.reason, cause.message);
    case 'timed-out': {
      const limit = cause.seconds === undefined ? '' : ` (${cause.seconds} s)`;
      return sentence(`${meaning}${limit}`, cause.phase && `phase ${cause.phase}`);
    }
    case 'refused':
      return cause.problems
        .filter(({ severity }) => severity === 'error')
        .map(formatProblem)
        .join('; ');
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

function saidWithCode(
  happened: string,
  terminated: TerminatedContainer,
  log: readonly string[],
  pod: PodPlace | undefined,
): string {
  return `${saidBy(terminated, log, pod)}${happened} (exit code ${terminated.exitCode}).`;
}

function withLimit({ limit }: { readonly limit?: string }): string {
  return limit === undefined ? '' : ` (${limit})`;
}

function saidBy(
  terminated: TerminatedContainer | undefined,
  log: readonly string[],
  pod: PodPlace | undefined,
): string {
  return terminated === undefined ? '' : `${kpackMessage(terminated, log, pod)}. `;
}

/** What has happened, and behind colons what is known of it. */
function sentence(meaning: string, ...details: readonly (string | undefined)[]): string {
  const known = details.filter((detail) => detail !== undefined && detail !== '');
  return `${[meaning, ...known].join(': ').replace(/[.\s]+$/, '')}.`;
}
