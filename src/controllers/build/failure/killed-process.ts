import type { PhaseName } from '../../../model/phase-name.ts';

/** 128 and SIGKILL, as shells count, the waiter, and runtimes. */
const KILLED = 137;

/** A phase whose own program lives on, its code for the failure of another, and what it says if that was killed. */
interface Survivor {
  readonly exitCode: number;
  readonly sentence: RegExp;
}

/**
 * prepare tells of git so (src/steps/prepare/git/git-failure.ts), and the lifecycle of a buildpack that was killed, or
 * that ended as shells do whose command was (phase/detector.go, cmd/lifecycle/builder.go).
 */
const SURVIVORS: Partial<Readonly<Record<PhaseName, Survivor>>> = {
  prepare: { exitCode: 1, sentence: /a process of git was killed/ },
  detect: { exitCode: 21, sentence: /^err: +\S+ \(137\)$/ },
  build: { exitCode: 51, sentence: /failed to build: (?:exit status 137|signal: killed)$/ },
};

/**
 * What shells, make, compilers, npm and programs in Go, Rust and Python say when a command of theirs was killed. It need
 * not be what the phase has failed by.
 */
const MENTIONS =
  /^Killed$|: line \d+: +\d+ Killed\b|\] Killed$|\bKilled signal terminated\b|\bsignal: killed\b|\bSIGKILL\b|\b(?:code|error|status|value):? 137\b/i;

/** How a phase has ended of which the platform does not say why. */
interface EndedPhase {
  readonly phase: PhaseName;
  readonly exitCode: number;
  /** The last lines. */
  readonly log: readonly string[];
}

/**
 * Whether a process of the phase was killed, by how it has ended and what it has said. Where its memory is limited, a
 * mention is enough.
 */
export function hasKilledProcess({ phase, exitCode, log }: EndedPhase, isLimited: boolean): boolean {
  if (exitCode === KILLED) return true;
  const survivor = SURVIVORS[phase];
  if (exitCode !== survivor?.exitCode) return false;
  return log.some((line) => survivor.sentence.test(line) || (isLimited && MENTIONS.test(line)));
}
