import type { JsonObject } from '../model/json.ts';
import { isPhaseName, type PhaseName } from '../model/phase-name.ts';
import { podContainers, type PodContainer } from './pod-containers.ts';

/** A container that runs a phase. */
export type PhaseContainer = PodContainer & { readonly phase: PhaseName };

/** How Tekton names the containers of steps. */
const STEP = 'step-';

/** The phases of a pod in their order, whether they are init containers, regular containers or Tekton's steps. */
export function phaseContainers(pod: JsonObject): readonly PhaseContainer[] {
  const containers = podContainers(pod);
  // Tekton has an init container `prepare` of its own.
  const isTekton = containers.some(({ name }) => name.startsWith(STEP));
  return containers.flatMap((container) => {
    const { name } = container;
    const phase = isTekton && name.startsWith(STEP) ? name.slice(STEP.length) : name;
    return isPhaseName(phase) && (!isTekton || name.startsWith(STEP)) ? [{ ...container, phase }] : [];
  });
}

/** How far a phase's command is. */
export type PhaseStart =
  /** It runs, or has run. */
  | 'begun'
  /** It is not its turn yet. */
  | 'later'
  /** It will not run any more: a phase before it failed. */
  | 'never';

/**
 * Whether the command of the phase at one place runs: containers of two of the three kinds start all at once, and wait
 * for those before them.
 */
export function phaseStart(phases: readonly PhaseContainer[], place: number): PhaseStart {
  const before = phases.slice(0, place);
  if (before.some((phase) => phase.kind === 'ended' && phase.exitCode !== 0)) return 'never';
  const isTurn = before.every(({ kind }) => kind === 'ended');
  return isTurn && phases[place]?.kind !== 'waiting' ? 'begun' : 'later';
}
