import { containerState, type ContainerState } from '../model/container-state.ts';
import { objectAt, objectsAt, textAt } from '../model/json-field.ts';
import type { JsonObject } from '../model/json.ts';
import { isPhaseName, type PhaseName } from '../model/phase-name.ts';

/** A container of a Pod and its state (core/v1 ContainerState). */
export type PodContainer = { readonly name: string } & ContainerState;

/** Returns all containers, init containers included, in the order in which the kubelet starts them. */
export function podContainers(pod: JsonObject): readonly PodContainer[] {
  const [spec, status] = [objectAt(pod, 'spec'), objectAt(pod, 'status')];
  const states = new Map(
    [...objectsAt(status, 'initContainerStatuses'), ...objectsAt(status, 'containerStatuses')].map(
      (container) => [textAt(container, 'name'), containerState(objectAt(container, 'state'))] as const,
    ),
  );
  return [...objectsAt(spec, 'initContainers'), ...objectsAt(spec, 'containers')].flatMap((container) => {
    const name = textAt(container, 'name');
    return name === undefined ? [] : [{ name, ...(states.get(name) ?? containerState({})) }];
  });
}

/** True if no container of the Pod will start any more. */
export function isPodOver(pod: JsonObject): boolean {
  const phase = textAt(objectAt(pod, 'status'), 'phase');
  return phase === 'Succeeded' || phase === 'Failed';
}

type PhaseContainer = PodContainer & { readonly phase: PhaseName };

/** Tekton's prefix for the containers of steps. */
const STEP = 'step-';

/** Returns the containers that run phases, in order. They are init containers, regular containers or Tekton steps. */
export function phaseContainers(pod: JsonObject): readonly PhaseContainer[] {
  const containers = podContainers(pod);
  // Tekton adds an init container `prepare`, which is not the phase.
  const isTekton = containers.some(({ name }) => name.startsWith(STEP));
  return containers.flatMap((container) => {
    const { name } = container;
    const phase = isTekton && name.startsWith(STEP) ? name.slice(STEP.length) : name;
    return isPhaseName(phase) && (!isTekton || name.startsWith(STEP)) ? [{ ...container, phase }] : [];
  });
}

/** The state of a phase's command. */
export type PhaseStart =
  /** The command runs or has ended. */
  | 'started'
  /** An earlier phase has not ended. */
  | 'later'
  /** An earlier phase failed. */
  | 'never';

/**
 * Returns the state of a phase's command. The state of its container is not enough: regular containers and Tekton steps all
 * start at once and wait for the previous phase.
 */
export function phaseStart(phases: readonly PhaseContainer[], place: number): PhaseStart {
  const before = phases.slice(0, place);
  if (before.some((phase) => phase.kind === 'terminated' && phase.exitCode !== 0)) return 'never';
  const isTurn = before.every(({ kind }) => kind === 'terminated');
  return isTurn && phases[place]?.kind !== 'waiting' ? 'started' : 'later';
}
