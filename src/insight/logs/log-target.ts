import {
  containersInLogOrder,
  phaseContainers,
  podContainers,
  type PhaseContainer,
} from '../../../translators/progress/pod-containers.ts';
import type { Pod } from '../../core/model/objects/pod.ts';
import { CREATOR_PHASES, type PhaseName } from '../../core/model/phase-name.ts';

/** Selects the containers whose logs are shown. */
export type LogSelection =
  | { readonly kind: 'phases' }
  | { readonly kind: 'phase'; readonly phase: PhaseName }
  | { readonly kind: 'container'; readonly container: string }
  /** The phases, then the other containers of the Pod. */
  | { readonly kind: 'all' };

/** The state of a phase's command. */
export type PhaseStart =
  /** The command runs or has ended. */
  | 'started'
  /** An earlier phase has not ended. */
  | 'later'
  /** An earlier phase failed. */
  | 'never';

export interface LogTarget {
  readonly container: string;
  /** The name of the phase, or of a container that runs no phase. */
  readonly title: string;
  readonly isPhase: boolean;
  /** For a container that runs several phases: `all`, or the only phase whose lines are shown. */
  readonly shared?: 'all' | PhaseName;
  readonly start: (pod: Pod) => PhaseStart;
}

/** Returns the selected containers of a Pod in order. The list is empty if the Pod has no such phase or container. */
export function logTargets(pod: Pod, wanted: LogSelection): readonly LogTarget[] {
  switch (wanted.kind) {
    case 'phases':
      return phaseTargets(pod);
    case 'phase':
      return targetsOfPhase(pod, wanted.phase);
    case 'container':
      return allTargets(pod).filter(({ container }) => container === wanted.container);
    case 'all':
      return allTargets(pod);
  }
}

function targetsOfPhase(pod: Pod, phase: PhaseName): readonly LogTarget[] {
  const targets = phaseTargets(pod);
  const own = targets.filter(({ title }) => title === phase);
  if (own.length > 0 || !CREATOR_PHASES.some((one) => one === phase)) return own;
  return targets.filter(({ shared }) => shared === 'all').map((target) => ({ ...target, title: phase, shared: phase }));
}

function allTargets(pod: Pod): readonly LogTarget[] {
  return containersInLogOrder(pod).map(({ name, phase }, place) =>
    phase === undefined ? containerTarget(name) : phaseTarget(name, phase, place),
  );
}

function phaseTargets(pod: Pod): readonly LogTarget[] {
  return phaseContainers(pod).map(({ name, phase }, place) => phaseTarget(name, phase, place));
}

function phaseTarget(container: string, phase: PhaseName, place: number): LogTarget {
  return {
    container,
    title: phase,
    isPhase: true,
    ...(phase === 'create' && { shared: 'all' }),
    start: (now) => phaseStart(phaseContainers(now), place),
  };
}

/**
 * Returns the state of a phase's command. The state of its container is not enough: regular containers and Tekton steps all
 * start at once and wait for the previous phase.
 */
function phaseStart(phases: readonly PhaseContainer[], place: number): PhaseStart {
  const before = phases.slice(0, place).map(({ state }) => state);
  if (before.some((state) => state.kind === 'terminated' && state.exitCode !== 0)) return 'never';
  const isTurn = before.every(({ kind }) => kind === 'terminated');
  return isTurn && phases[place]?.state.kind !== 'waiting' ? 'started' : 'later';
}

function containerTarget(container: string): LogTarget {
  return {
    container,
    title: container,
    isPhase: false,
    start: (now) =>
      podContainers(now).some(({ name, state }) => name === container && state.kind !== 'waiting')
        ? 'started'
        : 'later',
  };
}
