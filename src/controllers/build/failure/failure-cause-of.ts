import type { BuildProgress, PhaseProgress, WorkloadState } from '../../../model/build-progress.ts';
import type { PhaseName } from '../../../model/phase-name.ts';
import { disruption } from './disruption.ts';
import { endOfPhase, type FailedPhase } from './end-of-phase.ts';
import type { FailureCause } from './failure-cause.ts';

/**
 * Why a workload has ended badly: what took it away, or else the first phase in order that ended badly and was not
 * skipped; `undefined` where it has not.
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
      return disruption(state) ?? ownEnd(progress, state);
  }
}

type Failed = WorkloadState & { readonly kind: 'failed' };

function ownEnd(progress: BuildProgress, state: Failed): FailureCause {
  const phase = progress.phases.find(hasEndedBadly);
  // Tekton gives its own reason to every step that it ends.
  const isEndedByTekton = phase?.reason !== undefined && phase.reason === state.reason;
  return phase === undefined || isEndedByTekton ? endOfWorkload(progress, state) : endOfPhase(phase, progress);
}

/** The first of them is to blame: those that were skipped are behind it. */
function hasEndedBadly(phase: PhaseProgress): phase is FailedPhase {
  return phase.kind === 'terminated' && phase.exitCode !== 0;
}

/** Tekton's reasons for a run of which a container never started (tektoncd/pipeline, pkg/reconciler/taskrun). */
const NOT_STARTED: ReadonlySet<string> = new Set([
  'TaskRunImagePullFailed',
  'InvalidImageName',
  'CreateContainerConfigError',
  'CreateContainerError',
]);

function endOfWorkload({ phases }: BuildProgress, state: Failed): FailureCause {
  const { kind: _, ...words } = state;
  const { reason = '', message = '' } = words;
  const unfinished = phases.find((phase) => phase.kind !== 'terminated' || phase.exitCode !== 0)?.phase;
  switch (reason) {
    case 'TaskRunCancelled':
      return { kind: 'cancelled' };
    case 'TaskRunTimeout':
    case 'DeadlineExceeded':
      return { kind: 'timed-out', ...(unfinished !== undefined && { phase: unfinished }) };
    default: {
      const named = NOT_STARTED.has(reason) ? stepIn(message, phases) : undefined;
      return named === undefined
        ? { kind: 'workload-failed', ...words }
        : { kind: 'phase-not-started', phase: named, ...words };
    }
  }
}

/** Tekton names the step in its sentence, and nowhere else. */
function stepIn(message: string, phases: readonly PhaseProgress[]): PhaseName | undefined {
  const name = /\bstep "(?<name>[^"]+)"/i.exec(message)?.groups?.['name'];
  return phases.find(({ phase }) => phase === name)?.phase;
}
