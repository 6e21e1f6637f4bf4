import type {
  BuildProgress,
  ContainerProgress,
  ForeignContainer,
  PhaseProgress,
  WorkloadState,
} from '../../../../src/model/build-progress.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { PhaseName } from '../../../../src/model/phase-name.ts';

const PHASES: readonly PhaseName[] = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];

/** How one phase is, where that is not as the others before or after it. */
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
}

/** Progress of a full build; phases that are not named are waiting, and nothing is known of them. */
export function someProgress(some: SomeProgress): BuildProgress {
  const { state, phases = {}, foreign = [], helpers = [], outcome } = some;
  return {
    state,
    podName: 'shop-build-pod',
    phases: PHASES.map((phase) => phaseProgress(phase, phases[phase])),
    foreign,
    helpers,
    ...(outcome !== undefined && { outcome }),
  };
}

function phaseProgress(phase: PhaseName, some: SomePhase | undefined): PhaseProgress {
  if (some === undefined) return { phase, container: phase, kind: 'waiting', isSkipped: false, raw: {} };
  const { progress, isSkipped = false } = some;
  const { kind, ...fields } = progress;
  return { phase, container: phase, ...progress, isSkipped, raw: { [kind]: { ...fields } } };
}

/** A phase that has ended. */
export function ended(
  exitCode: number,
  more: { reason?: string; message?: string; finishedAt?: string } = {},
): SomePhase {
  return { progress: { kind: 'terminated', exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', ...more } };
}

/** A phase behind one that has failed, in the containers layout. */
export const SKIPPED: SomePhase = { ...ended(121, { message: 'skipped: …' }), isSkipped: true };

/** A classic sidecar that somebody has injected. */
export const SIDECAR: ForeignContainer = {
  container: 'istio-proxy',
  kind: 'running',
  role: 'sidecar',
  isReady: true,
};
