import type { PhaseName } from '../../../core/model/phase-name.ts';
import type { FailureCause } from './failure-cause.ts';

/**
 * Turns a failed phase into a shortage of memory if one of its processes was killed, and adds the Build's limit.
 *
 * The kernel kills a single process. If the container's first process survives, the platform reports no OOMKilled, so only
 * the exit code and the log can tell.
 */
export function memoryShortage(cause: FailureCause, log: readonly string[], limit: string | undefined): FailureCause {
  const limited = limit === undefined ? {} : { limit };
  if (cause.kind === 'out-of-memory') return { ...cause, ...limited };
  if (cause.kind !== 'phase-failed') return cause;
  const { phase, terminated } = cause;
  const isKilled = hasKilledProcess({ phase, exitCode: terminated.exitCode, log }, limit !== undefined);
  return isKilled ? { ...cause, kind: 'process-killed', ...limited } : cause;
}

/** 128 + SIGKILL, as shells, the waiter and container runtimes report it. */
const SIGKILL_EXIT_CODE = 137;

/** The exit code and the log line of a phase whose child process was killed while its main program kept running. */
interface KilledChildSymptom {
  readonly exitCode: number;
  readonly line: RegExp;
}

/**
 * prepare prints its line if git was killed (src/clients/git). The lifecycle prints its line if a buildpack was killed,
 * or exited with 137 as a shell does after its command was killed (phase/detector.go, cmd/lifecycle/builder.go).
 */
const KILLED_CHILD_SYMPTOMS: Partial<Readonly<Record<PhaseName, KilledChildSymptom>>> = {
  prepare: { exitCode: 1, line: /a process of git was killed/ },
  detect: { exitCode: 21, line: /^err: +\S+ \(137\)$/ },
  build: { exitCode: 51, line: /failed to build: (?:exit status 137|signal: killed)$/ },
};

/**
 * Shells, make, compilers, npm and programs in Go, Rust and Python print these if a child was killed. The phase can still
 * have failed for another reason.
 */
const KILL_MENTIONS =
  /^Killed$|: line \d+: +\d+ Killed\b|\] Killed$|\bKilled signal terminated\b|\bsignal: killed\b|\bSIGKILL\b|\b(?:code|error|status|value):? 137\b/i;

/** The end of a phase for which neither the kubelet nor Tekton reports a reason. */
interface EndedPhase {
  readonly phase: PhaseName;
  readonly exitCode: number;
  /** The last lines of its log. */
  readonly log: readonly string[];
}

/**
 * True if a process of the phase was killed, by its exit code and its log. With a memory limit, a mention of a kill in the
 * log is enough.
 */
export function hasKilledProcess({ phase, exitCode, log }: EndedPhase, isLimited: boolean): boolean {
  if (exitCode === SIGKILL_EXIT_CODE) return true;
  const symptom = KILLED_CHILD_SYMPTOMS[phase];
  if (exitCode !== symptom?.exitCode) return false;
  return log.some((line) => symptom.line.test(line) || (isLimited && KILL_MENTIONS.test(line)));
}
