import type {
  BuildProgress,
  ContainerProgress,
  ForeignContainer,
  PhaseProgress,
  WorkloadState,
} from '../../../../src/core/model/build-progress.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { PhaseName } from '../../../../src/core/model/phase-name.ts';

const PHASES: readonly PhaseName[] = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];

/** The state of one phase. */
export interface SomePhase {
  readonly state?: JsonObject;
  readonly progress: Without<ContainerProgress>;
  readonly isSkipped?: boolean;
}

type Without<T> = T extends unknown ? Omit<T, 'container'> : never;

export interface SomeProgress {
  readonly state: WorkloadState;
  readonly phases?: Partial<Readonly<Record<PhaseName, SomePhase>>>;
  readonly foreign?: readonly ForeignContainer[];
  readonly helpers?: readonly ContainerProgress[];
  readonly outcome?: BuildProgress['outcome'];
  readonly gateOpenedAt?: string;
}

/** Returns the progress of a full build. Phases that are not named wait, without a container state. */
export function someProgress(some: SomeProgress): BuildProgress {
  const { state, phases = {}, foreign = [], helpers = [], outcome, gateOpenedAt } = some;
  return {
    state,
    podName: 'shop-build-pod',
    phases: PHASES.map((phase) => phaseProgress(phase, phases[phase])),
    foreign,
    helpers,
    ...(outcome !== undefined && { outcome }),
    ...(gateOpenedAt !== undefined && { gateOpenedAt }),
  };
}

function phaseProgress(phase: PhaseName, some: SomePhase | undefined): PhaseProgress {
  if (some === undefined) return { phase, container: phase, kind: 'waiting', isSkipped: false, raw: {} };
  const { progress, isSkipped = false } = some;
  const { kind, ...fields } = progress;
  return { phase, container: phase, ...progress, isSkipped, raw: { [kind]: { ...fields } } };
}

/** Returns a terminated phase. */
export function ended(
  exitCode: number,
  more: { reason?: string; message?: string; finishedAt?: string } = {},
): SomePhase {
  return { progress: { kind: 'terminated', exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', ...more } };
}

/** A phase after a failed phase in the containers layout. */
export const SKIPPED: SomePhase = { ...ended(121, { message: 'skipped: …' }), isSkipped: true };

/** An injected classic sidecar. */
export const SIDECAR: ForeignContainer = {
  container: 'istio-proxy',
  kind: 'running',
  role: 'sidecar',
  isReady: true,
};
