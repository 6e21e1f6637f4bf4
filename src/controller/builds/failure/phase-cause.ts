import { SKIPPED_EXIT_CODE } from '../../../core/model/failures/waiter-exit-codes.ts';
import type { BuildProgress, PhaseProgress } from '../../../core/model/build-progress.ts';
import type { Terminated } from '../../../core/model/container-state.ts';
import { stepFailureOf } from '../../../core/model/step-failures/step-failures.ts';
import type { FailureCause } from './failure-cause.ts';

export type FailedPhase = PhaseProgress & Terminated;

/**
 * True if the phase ended with a failure. The first such phase is the cause: the phases that are skipped because of it
 * come later.
 */
export function hasFailed(phase: PhaseProgress): phase is FailedPhase {
  return phase.kind === 'terminated' && phase.exitCode !== 0;
}

/** The reasons of containerd and dockershim for a container that they created and could not start. */
const RUNTIME_START_REASONS: ReadonlySet<string> = new Set([
  'StartError',
  'ContainerCannotRun',
  'CreateContainerError',
]);

/** Returns why a phase failed, from its own termination, the phase after it and the injected sidecars. */
export function causeOfPhase(failed: FailedPhase, { state, phases, foreign }: BuildProgress): FailureCause {
  const { phase, isSkipped: _, raw: __, ...terminated } = failed;
  const { reason = '', message } = terminated;
  const next = phases[phases.indexOf(failed) + 1];
  const sidecars = foreign.filter(({ role }) => role === 'sidecar').map(({ container }) => container);
  if (reason === 'OOMKilled') return { kind: 'out-of-memory', phase, terminated };
  if (RUNTIME_START_REASONS.has(reason)) {
    return { kind: 'phase-not-started', phase, reason, ...(message !== undefined && { message }) };
  }
  // The kubelet no longer has this container, so its exit code is unknown.
  if (reason === 'ContainerStatusUnknown') return { kind: 'phase-lost', phase, terminated };
  // The next phase still waits only in the init layout. There, injected sidecars start after all init containers.
  if (hasNoNetwork(failed) && next?.kind === 'waiting' && sidecars.length > 0) {
    return { kind: 'injected-sidecar-in-init-layout', phase, terminated, containers: sidecars };
  }
  if (state.kind !== 'failed' || state.reason !== 'DeadlineExceeded') {
    return { kind: 'phase-failed', phase, terminated };
  }
  switch (endedBy(failed, next)) {
    case 'itself':
      return { kind: 'phase-failed', phase, terminated };
    case 'deadline':
      return { kind: 'timed-out', phase };
    case 'unknown':
      return { kind: 'phase-lost', phase, terminated };
  }
}

/** A proxy that has not started blocks the Pod's network, and prepare is the first phase that needs the network. */
function hasNoNetwork({ phase, exitCode }: FailedPhase): boolean {
  const failure = phase === 'prepare' ? stepFailureOf('prepare', exitCode) : undefined;
  return failure === 'NetworkFailed' || failure === 'ServerUnavailable';
}

/**
 * The kubelet signals all containers of a Pod at the same time. A phase that ends longer than this before the next phase
 * ended before the signal.
 */
const SIGNAL_DELAY_SECONDS = 5;

/** True if the next phase or the exit code shows that a phase failed before anything stopped its Pod. */
export function hasFailedByItself(failed: FailedPhase, next: PhaseProgress | undefined): boolean {
  return endedBy(failed, next) === 'itself';
}

/**
 * Returns what ended a phase in a Pod that exceeded its deadline. The deadline is the Build's time limit, or the controller
 * set it to stop sidecars or phases that wait for a lost phase.
 */
function endedBy(failed: FailedPhase, next: PhaseProgress | undefined): 'itself' | 'deadline' | 'unknown' {
  if (next === undefined) return failed.exitCode === 137 || failed.exitCode === 143 ? 'deadline' : 'itself';
  if (next.kind !== 'terminated') return 'deadline';
  // The next phase saw that this phase had failed before the deadline ended the Pod.
  if (next.exitCode === SKIPPED_EXIT_CODE) return 'itself';
  return secondsBetween(failed, next) > SIGNAL_DELAY_SECONDS ? 'unknown' : 'deadline';
}

function secondsBetween(first: Terminated, second: Terminated): number {
  const [from, to] = [first, second].map(({ finishedAt = '' }) => Date.parse(finishedAt));
  return ((to ?? Number.NaN) - (from ?? Number.NaN)) / 1000;
}
