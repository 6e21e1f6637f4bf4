import type { BuildProgress, PhaseProgress, WorkloadState } from '../../../core/model/build-progress.ts';
import type { PhaseName } from '../../../core/model/phase-name.ts';
import type { FailureCause } from './failure-cause.ts';
import { causeOfPhase, hasFailed, hasFailedByItself, type FailedPhase } from './phase-cause.ts';
import { STARTED_EARLY_EXIT_CODE } from '../../../core/model/failures/waiter-exit-codes.ts';

/**
 * Returns why a workload failed: a disruption such as an eviction, or the first phase that failed and was not skipped.
 * Returns `undefined` if the workload has not failed.
 */
export function observedCause(progress: BuildProgress): FailureCause | undefined {
  const { state, outcome } = progress;
  switch (state.kind) {
    case 'pending':
    case 'running':
      return disruption(state);
    case 'succeeded':
      return outcome === undefined ? { kind: 'no-outcome' } : undefined;
    case 'failed':
      return disruption(state) ?? causeOfFailedState(progress, state);
  }
}

/**
 * Returns why a Pod fails whose phases have all ended although the Pod still runs: an injected proxy can take many seconds to stop.
 * Returns `undefined` while a phase runs, and if the end of the Pod must show why a phase ended.
 */
export function causeOfEndedPhases(progress: BuildProgress): FailureCause | undefined {
  const { phases, state } = progress;
  if (state.kind !== 'running' || phases.some(({ kind }) => kind !== 'terminated')) return undefined;
  const failed = phases.find(isStartedEarly) ?? phases.find(hasFailed);
  if (failed === undefined || !hasFailedByItself(failed, phases[phases.indexOf(failed) + 1])) return undefined;
  return disruption(state) ?? causeOfPhase(failed, progress);
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

function causeOfFailedState(progress: BuildProgress, state: FailedState): FailureCause {
  const phase = progress.phases.find(isStartedEarly) ?? progress.phases.find(hasFailed);
  // Tekton copies its own reason to every step that it ends.
  const isEndedByTekton = phase?.reason !== undefined && phase.reason === state.reason;
  return phase === undefined || isEndedByTekton ? causeOfWorkload(progress, state) : causeOfPhase(phase, progress);
}

/** True if the phase before it has forged its own end, and still ran: then nothing that this phase reports explains the failure. */
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
