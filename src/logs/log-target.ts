import type { JsonObject } from '../model/json.ts';
import { CREATOR_PHASES, type PhaseName } from '../model/phase-name.ts';
import { phaseContainers, phaseStart, type PhaseStart, podContainers } from './pod-containers.ts';

/** Selects the containers whose logs are shown. */
export type LogSelection =
  | { readonly kind: 'phases' }
  | { readonly kind: 'phase'; readonly phase: PhaseName }
  | { readonly kind: 'container'; readonly container: string }
  /** The phases, then the other containers of the Pod. */
  | { readonly kind: 'all' };

export interface LogTarget {
  readonly container: string;
  /** The name of the phase, or of a container that runs no phase. */
  readonly title: string;
  readonly isPhase: boolean;
  /** For a container that runs several phases: `all`, or the only phase whose lines are shown. */
  readonly shared?: 'all' | PhaseName;
  readonly start: (pod: JsonObject) => PhaseStart;
}

/** Returns the selected containers of a Pod in order. The list is empty if the Pod has no such phase or container. */
export function logTargets(pod: JsonObject, wanted: LogSelection): readonly LogTarget[] {
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

function targetsOfPhase(pod: JsonObject, phase: PhaseName): readonly LogTarget[] {
  const targets = phaseTargets(pod);
  const own = targets.filter(({ title }) => title === phase);
  if (own.length > 0 || !CREATOR_PHASES.some((one) => one === phase)) return own;
  return targets.filter(({ shared }) => shared === 'all').map((target) => ({ ...target, title: phase, shared: phase }));
}

function allTargets(pod: JsonObject): readonly LogTarget[] {
  const phases = phaseTargets(pod);
  const others = podContainers(pod).filter(({ name }) => phases.every(({ container }) => container !== name));
  return [...phases, ...others.map(({ name }) => containerTarget(name))];
}

function phaseTargets(pod: JsonObject): readonly LogTarget[] {
  return phaseContainers(pod).map(({ name, phase }, place) => ({
    container: name,
    title: phase,
    isPhase: true,
    ...(phase === 'create' && { shared: 'all' }),
    start: (now) => phaseStart(phaseContainers(now), place),
  }));
}

function containerTarget(container: string): LogTarget {
  return {
    container,
    title: container,
    isPhase: false,
    start: (now) =>
      podContainers(now).some(({ name, kind }) => name === container && kind !== 'waiting') ? 'started' : 'later',
  };
}
