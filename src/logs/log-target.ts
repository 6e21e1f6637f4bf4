import type { PhaseName } from '../model/phase-name.ts';
import type { JsonObject } from '../model/json.ts';
import { phaseContainers, phaseStart, type PhaseStart } from './phase-containers.ts';
import { podContainers } from './pod-containers.ts';

/** Whose logs are wanted. */
export type Wanted =
  | { readonly kind: 'phases' }
  | { readonly kind: 'phase'; readonly phase: PhaseName }
  | { readonly kind: 'container'; readonly container: string }
  /** The phases, and then what else is in the pod. */
  | { readonly kind: 'all' };

/** A container whose log is to be shown. */
export interface LogTarget {
  readonly container: string;
  /** The phase's name, or that of a container that is none. */
  readonly title: string;
  readonly isPhase: boolean;
  readonly start: (pod: JsonObject) => PhaseStart;
}

/** What is wanted of a pod, in order; nothing, if it has no such phase or container. */
export function logTargets(pod: JsonObject, wanted: Wanted): readonly LogTarget[] {
  switch (wanted.kind) {
    case 'phases':
      return phaseTargets(pod);
    case 'phase':
      return phaseTargets(pod).filter(({ title }) => title === wanted.phase);
    case 'container':
      return allTargets(pod).filter(({ container }) => container === wanted.container);
    case 'all':
      return allTargets(pod);
  }
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
    start: (now) => phaseStart(phaseContainers(now), place),
  }));
}

function containerTarget(container: string): LogTarget {
  return {
    container,
    title: container,
    isPhase: false,
    start: (now) =>
      podContainers(now).some(({ name, kind }) => name === container && kind !== 'waiting') ? 'begun' : 'later',
  };
}
