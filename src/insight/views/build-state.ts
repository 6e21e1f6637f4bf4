import { defined } from '../../core/model/defined.ts';
import type { Build } from '../../core/model/objects/build.ts';
import type { Pod } from '../../core/model/objects/pod.ts';
import { buildPhases, runningPhase, type PhaseView } from './build-phases.ts';
import { conditionOf } from './conditions.ts';
import { failureView, type FailureView } from './failure-view.ts';
import { objectView, type Details } from './object-view.ts';

/** The state of a Build, and since when (RFC 3339). */
export type BuildState = { readonly since?: string } &
  /** No phase has started: the controller, the scheduler or an image pull takes its time, or something is missing. */
  (
    | ({ readonly kind: 'waiting' } & Details)
    /** A queue such as Kueue holds the Pod back. */
    | ({ readonly kind: 'queued' } & Details)
    /** `phase` is absent between two phases. */
    | ({ readonly kind: 'running'; readonly phase?: string; readonly phaseSince?: string } & Details)
    | { readonly kind: 'succeeded' }
    | { readonly kind: 'failed'; readonly failure: FailureView }
    | { readonly kind: 'cancelled'; readonly failure: FailureView }
  );

/** The state of a Build and its phases. */
export interface BuildProgressView {
  readonly state: BuildState;
  readonly phases: readonly PhaseView[];
}

/** Returns the state of a Build. The Pod shows if a queue holds it back. */
export function buildProgress(build: Build, pod: Pod | undefined, nowMs: number): BuildProgressView {
  const succeeded = conditionOf(build, 'Succeeded');
  const isFinished = succeeded?.status === 'True' || succeeded?.status === 'False';
  const phases = buildPhases(build, isFinished, nowMs);
  const since = defined({ since: succeeded?.since });
  switch (succeeded?.status) {
    case 'True':
      return { state: { kind: 'succeeded', ...since }, phases };
    case 'False': {
      const failure = failureView(build, phases);
      return { state: { kind: failure.reason === 'Cancelled' ? 'cancelled' : 'failed', ...since, failure }, phases };
    }
    case 'Unknown':
    case undefined:
      return { state: unfinishedState(build, phases, pod), phases };
  }
}

/** True if the Build has ended. */
export function isEnded({ kind }: BuildState): boolean {
  return kind === 'succeeded' || kind === 'failed' || kind === 'cancelled';
}

function unfinishedState(build: Build, phases: readonly PhaseView[], pod: Pod | undefined): BuildState {
  const { createdAt } = objectView(build);
  const details = detailsOf(build);
  const first = phases[0];
  if (first === undefined || first.state === 'waiting') {
    // The scheduler ignores a Pod until a controller removes its gates (KEP-3521).
    const isQueued = details.reason === 'SchedulingGated' || (pod !== undefined && pod.spec.schedulingGates.length > 0);
    return { kind: isQueued ? 'queued' : 'waiting', ...defined({ since: createdAt }), ...details };
  }
  const running = runningPhase(phases);
  const shown = running !== undefined && isOrdinary(details) ? {} : details;
  const startedAt = 'startedAt' in first ? first.startedAt : createdAt;
  return {
    kind: 'running',
    ...defined({ since: startedAt, phase: running?.name, phaseSince: running?.startedAt }),
    ...shown,
  };
}

/** While a phase runs, kpack's message for the containers of later phases would say that the Build waits. */
function isOrdinary({ reason }: Details): boolean {
  return reason === undefined || reason === 'PodInitializing' || reason === 'ContainerCreating';
}

function detailsOf(build: Build): Details {
  const succeeded = conditionOf(build, 'Succeeded');
  if (succeeded === undefined) return { message: 'No controller has observed the Build yet.' };
  const { reason, message } = succeeded;
  return defined({ reason, message });
}
