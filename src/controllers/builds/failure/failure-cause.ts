import { SKIPPED_EXIT_CODE } from '../../../../translators/native/waiter.ts';
import type { BuildProgress, PhaseProgress, Terminated, WorkloadState } from '../../../model/build-progress.ts';
import type { PhaseName } from '../../../model/phase-name.ts';
import type { FieldProblem } from '../../../model/problem.ts';
import { stepFailureOf } from '../../../model/step-failures/step-failures.ts';
import { STARTED_EARLY_EXIT_CODE } from './phase-reason.ts';

/** How the container of a phase terminated. */
export type TerminatedContainer = Terminated & { readonly container: string };

/** Why a Build failed, from the workload's state or the controller's decision; `failureOf` explains it to users. */
export type FailureCause =
  /** The phase ran and ended by itself. */
  | { readonly kind: 'phase-failed'; readonly phase: PhaseName; readonly terminated: TerminatedContainer }
  /** The platform reports OOMKilled. */
  | {
      readonly kind: 'out-of-memory';
      readonly phase: PhaseName;
      readonly terminated: TerminatedContainer;
      /** The Build's memory limit. */
      readonly limit?: string;
    }
  /** A process of the phase was killed and the platform gives no reason. That is almost always a lack of memory. */
  | {
      readonly kind: 'process-killed';
      readonly phase: PhaseName;
      readonly terminated: TerminatedContainer;
      /** The Build's memory limit. */
      readonly limit?: string;
    }
  | {
      readonly kind: 'phase-not-started';
      readonly phase: PhaseName;
      readonly reason?: string;
      readonly message?: string;
    }
  /** The phase ended without telling the next phase. */
  | { readonly kind: 'phase-lost'; readonly phase: PhaseName; readonly terminated?: TerminatedContainer }
  | {
      readonly kind: 'injected-sidecar-in-init-layout';
      readonly phase: PhaseName;
      readonly terminated?: TerminatedContainer;
      /** The names of the injected sidecars. */
      readonly containers: readonly string[];
    }
  | {
      readonly kind: 'sidecar-not-ready';
      readonly container: string;
      readonly reason?: string;
      readonly message?: string;
      /** The time that the controller waited. */
      readonly seconds: number;
    }
  /** `seconds` is absent if it is unknown which limit was exceeded. */
  | { readonly kind: 'timed-out'; readonly seconds?: number; readonly phase?: PhaseName }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'evicted'; readonly message?: string }
  | { readonly kind: 'preempted'; readonly message?: string }
  | { readonly kind: 'node-lost'; readonly message?: string }
  | { readonly kind: 'workload-deleted'; readonly workload: string }
  /** The Build is invalid, or an object that it references is missing or invalid. */
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  /** The API server rejects the workload as invalid, or forbids it permanently. */
  | { readonly kind: 'rejected'; readonly message: string }
  | { readonly kind: 'no-outcome' }
  /** The outcome names an image that the Build does not. */
  | { readonly kind: 'wrong-outcome'; readonly image: string }
  /** Any other failure that Tekton or the kubelet reports. */
  | { readonly kind: 'workload-failed'; readonly reason?: string; readonly message?: string };

/**
 * Returns why a workload failed: a disruption such as an eviction, or the first phase that failed and was not skipped.
 * Returns `undefined` if the workload has not failed.
 */
export function failureCauseOf(progress: BuildProgress): FailureCause | undefined {
  const { state, outcome } = progress;
  switch (state.kind) {
    case 'pending':
    case 'running':
      return disruption(state);
    case 'succeeded':
      return outcome === undefined ? { kind: 'no-outcome' } : undefined;
    case 'failed':
      return disruption(state) ?? causeOfFailed(progress, state);
  }
}

type Disruption = FailureCause & { readonly kind: 'evicted' | 'preempted' | 'node-lost' };

/** The reasons for disruptions: the kubelet's in a Pod's status, those of DisruptionTarget (KEP-3329), and Tekton's. */
const DISRUPTIONS: ReadonlyMap<string, Disruption['kind']> = new Map([
  ['Evicted', 'evicted'],
  ['EvictionByEvictionAPI', 'evicted'],
  ['PodEvicted', 'evicted'],
  ['Preempting', 'preempted'],
  ['PreemptionByScheduler', 'preempted'],
  ['DeletionByPodGC', 'node-lost'],
  ['DeletionByTaintManager', 'node-lost'],
  ['NodeLost', 'node-lost'],
  ['NodeShutdown', 'node-lost'],
  ['Shutdown', 'node-lost'],
  ['Terminated', 'node-lost'],
  ['TerminationByKubelet', 'node-lost'],
]);

function disruption(state: WorkloadState): Disruption | undefined {
  if (state.kind === 'succeeded') return undefined;
  const kind = DISRUPTIONS.get(state.reason ?? '');
  return kind && { kind, ...(state.message !== undefined && { message: state.message }) };
}

type FailedState = WorkloadState & { readonly kind: 'failed' };

function causeOfFailed(progress: BuildProgress, state: FailedState): FailureCause {
  const phase = progress.phases.find(isStartedEarly) ?? progress.phases.find(hasFailed);
  // Tekton copies its own reason to every step that it ends.
  const isEndedByTekton = phase?.reason !== undefined && phase.reason === state.reason;
  return phase === undefined || isEndedByTekton ? causeOfWorkload(progress, state) : causeOfPhase(phase, progress);
}

type FailedPhase = PhaseProgress & Terminated;

/** The first failed phase is to blame: skipped phases come after it. */
function hasFailed(phase: PhaseProgress): phase is FailedPhase {
  return phase.kind === 'terminated' && phase.exitCode !== 0;
}

/** The phase before it has forged its own end and still ran, so nothing that it reports explains the failure. */
function isStartedEarly(phase: PhaseProgress): phase is FailedPhase {
  return hasFailed(phase) && phase.exitCode === STARTED_EARLY_EXIT_CODE;
}

/** Tekton's reasons for a TaskRun in which a container never started (tektoncd/pipeline, pkg/reconciler/taskrun). */
const TEKTON_START_REASONS: ReadonlySet<string> = new Set([
  'TaskRunImagePullFailed',
  'InvalidImageName',
  'CreateContainerConfigError',
  'CreateContainerError',
]);

function causeOfWorkload({ phases }: BuildProgress, state: FailedState): FailureCause {
  const { kind: _, ...details } = state;
  const { reason = '', message = '' } = details;
  const unfinished = phases.find((phase) => phase.kind !== 'terminated' || phase.exitCode !== 0)?.phase;
  switch (reason) {
    case 'TaskRunCancelled':
      return { kind: 'cancelled' };
    case 'TaskRunTimeout':
    case 'DeadlineExceeded':
      return { kind: 'timed-out', ...(unfinished !== undefined && { phase: unfinished }) };
    default: {
      const phase = TEKTON_START_REASONS.has(reason) ? stepNamedIn(message, phases) : undefined;
      return phase === undefined
        ? { kind: 'workload-failed', ...details }
        : { kind: 'phase-not-started', phase, ...details };
    }
  }
}

/** Tekton names the step only in its message. */
function stepNamedIn(message: string, phases: readonly PhaseProgress[]): PhaseName | undefined {
  const name = /\bstep "(?<name>[^"]+)"/i.exec(message)?.groups?.['name'];
  return phases.find(({ phase }) => phase === name)?.phase;
}

/** The reasons of containerd and dockershim for a container that they created and could not start. */
const RUNTIME_START_REASONS: ReadonlySet<string> = new Set([
  'StartError',
  'ContainerCannotRun',
  'CreateContainerError',
]);

function causeOfPhase(failed: FailedPhase, { state, phases, foreign }: BuildProgress): FailureCause {
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
