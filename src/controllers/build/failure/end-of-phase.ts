import { SKIPPED } from '../../../../translators/native/waiter-exit.ts';
import type { BuildProgress, PhaseProgress, Terminated } from '../../../model/build-progress.ts';
import { stepFailureOf } from '../../../model/step-failures/step-failures.ts';
import type { FailureCause } from './failure-cause.ts';

export type FailedPhase = PhaseProgress & Terminated;

/** The runtime's reasons for a container that it made and could not start (containerd, dockershim). */
const NOT_STARTED: ReadonlySet<string> = new Set(['StartError', 'ContainerCannotRun', 'CreateContainerError']);

/** Seconds within which those end that one signal has ended, at least the first of them. */
const AT_ONCE = 5;

/** Why a phase has ended badly, of which nothing is known but how its own container and those of others have ended. */
export function endOfPhase(failed: FailedPhase, { state, phases, foreign }: BuildProgress): FailureCause {
  const { phase, isSkipped: _, raw: __, ...terminated } = failed;
  const { reason = '', message } = terminated;
  const next = phases[phases.indexOf(failed) + 1];
  const sidecars = foreign.filter(({ role }) => role === 'sidecar').map(({ container }) => container);
  if (reason === 'OOMKilled') return { kind: 'out-of-memory', phase, terminated };
  if (NOT_STARTED.has(reason))
    return { kind: 'phase-not-started', phase, reason, ...(message !== undefined && { message }) };
  // The kubelet has no container where it had one: what became of it nobody knows.
  if (reason === 'ContainerStatusUnknown') return { kind: 'phase-lost', phase, terminated };
  // Only init containers leave those behind them waiting, and sidecars as well.
  if (isCutOff(failed) && next?.kind === 'waiting' && sidecars.length > 0)
    return { kind: 'injected-sidecar-in-init-layout', phase, terminated, containers: sidecars };
  if (state.kind !== 'failed' || state.reason !== 'DeadlineExceeded')
    return { kind: 'phase-failed', phase, terminated };
  switch (endedBy(failed, next)) {
    case 'itself':
      return { kind: 'phase-failed', phase, terminated };
    case 'the-deadline':
      return { kind: 'timed-out', phase };
    case 'nobody-knows':
      return { kind: 'phase-lost', phase, terminated };
  }
}

/** A proxy that has not started keeps the network from pods, and prepare is the first to need that. */
function isCutOff({ phase, exitCode }: FailedPhase): boolean {
  const failure = phase === 'prepare' ? stepFailureOf('prepare', exitCode) : undefined;
  return failure === 'NetworkFailed' || failure === 'ServerUnavailable';
}

/**
 * Who has ended a phase of a Pod that was ended by a deadline: that may have been its time limit, or the controller,
 * which stops sidecars so, and phases that wait for one that has left no mark.
 */
function endedBy(failed: FailedPhase, next: PhaseProgress | undefined): 'itself' | 'the-deadline' | 'nobody-knows' {
  if (next === undefined) return failed.exitCode === 137 || failed.exitCode === 143 ? 'the-deadline' : 'itself';
  if (next.kind !== 'terminated') return 'the-deadline';
  // It saw the mark before the deadline ended it.
  if (next.exitCode === SKIPPED) return 'itself';
  return secondsBetween(failed, next) > AT_ONCE ? 'nobody-knows' : 'the-deadline';
}

function secondsBetween(one: Terminated, other: Terminated): number {
  const [from, to] = [one, other].map(({ finishedAt = '' }) => Date.parse(finishedAt));
  return ((to ?? Number.NaN) - (from ?? Number.NaN)) / 1000;
}
