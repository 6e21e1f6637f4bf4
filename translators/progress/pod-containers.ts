import type { ContainerProgress, ForeignContainer } from '../../src/core/model/build-progress.ts';
import { containerState, type ContainerState } from '../../src/core/model/container-state.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import type { Pod } from '../../src/core/model/objects/pod.ts';
import { isPhaseName, type PhaseName } from '../../src/core/model/phase-name.ts';
import { isTaskSidecar, stepOfContainer } from '../tekton/tekton-pod.ts';

/** A container of a Pod's specification, with its status. */
export interface PodContainer {
  readonly name: string;
  readonly image: string;
  /** The phase that the container runs. */
  readonly phase?: PhaseName;
  /** The place of the container. An init container that always restarts is a native sidecar (Kubernetes 1.29, KEP-753). */
  readonly role: ForeignContainer['role'];
  /** True for a sidecar that a Task declares, as far as its name shows that. */
  readonly isOfTask: boolean;
  readonly state: ContainerState;
  /** The ContainerState (core/v1) as the status has it. Empty until the status lists the container. */
  readonly raw: JsonObject;
  /** True if the startup probe has succeeded. The kubelet then starts the containers after a native sidecar. */
  readonly started: boolean;
  /** True if the readiness probe has succeeded. The first phase waits for that in injected containers. */
  readonly ready: boolean;
}

/** A container that runs a phase. */
export type PhaseContainer = PodContainer & { readonly phase: PhaseName };

/** Returns a Pod's init containers and then its containers, in the order of its specification, without ephemeral ones. */
export function podContainers({ spec, status }: Pod): readonly PodContainer[] {
  const { initContainers, containers } = spec;
  const isTekton = containers.some(({ name = '' }) => stepOfContainer(name) !== undefined);
  const statuses = new Map(
    [...status.initContainerStatuses, ...status.containerStatuses].map((each) => [each.name ?? '', each] as const),
  );
  return [...initContainers, ...containers].map(({ name = '', image = '', restartPolicy }, index) => {
    const ofContainer = statuses.get(name);
    const raw = ofContainer?.state ?? {};
    // Tekton adds an init container `prepare`, which is not the phase.
    const program = isTekton ? stepOfContainer(name) : name;
    const isInit = index < initContainers.length;
    return {
      name,
      image,
      ...(program !== undefined && isPhaseName(program) && { phase: program }),
      role: isInit ? initRole(restartPolicy) : 'sidecar',
      isOfTask: isTekton && !isInit && isTaskSidecar(name),
      state: containerState(raw),
      raw,
      started: ofContainer?.started === true,
      ready: ofContainer?.ready === true,
    };
  });
}

/** Returns the containers that run phases, in order. They are init containers, regular containers or Tekton steps. */
export function phaseContainers(pod: Pod): readonly PhaseContainer[] {
  return podContainers(pod).filter(isPhaseContainer);
}

/** Returns the containers in the order in which their logs are shown: the phases, and then the other containers. */
export function containersInLogOrder(pod: Pod): readonly PodContainer[] {
  const containers = podContainers(pod);
  return [...containers.filter(isPhaseContainer), ...containers.filter((container) => !isPhaseContainer(container))];
}

/** Returns the progress of a container that an injector added. */
export function foreignContainer({ name, role, state, ready }: PodContainer): ForeignContainer {
  return { container: name, ...state, role, isReady: ready };
}

/** Returns the progress of a container of taskpack or Tekton. */
export function containerProgress({ name, state }: PodContainer): ContainerProgress {
  return { container: name, ...state };
}

function isPhaseContainer(container: PodContainer): container is PhaseContainer {
  return container.phase !== undefined;
}

function initRole(restartPolicy: string | undefined): PodContainer['role'] {
  return restartPolicy === 'Always' ? 'native-sidecar' : 'init';
}
