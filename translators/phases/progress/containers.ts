import type { ContainerProgress, ForeignContainer } from '../../../src/model/build-progress.ts';
import { containerState } from '../../../src/model/container-state.ts';
import { objectAt, objectsAt, textAt } from '../../../src/model/json-field.ts';
import type { JsonObject } from '../../../src/model/json.ts';

/** A container of a Pod's specification, with its status. */
export interface PodContainer {
  readonly name: string;
  readonly role: ForeignContainer['role'];
  /** core/v1 ContainerState. Empty until the Pod's status lists the container. */
  readonly state: JsonObject;
  readonly isReady: boolean;
}

/** Returns a Pod's init containers and then its containers, in the order of its specification, without ephemeral ones. */
export function podContainers(pod: JsonObject): readonly PodContainer[] {
  const spec = objectAt(pod, 'spec');
  const status = objectAt(pod, 'status');
  return [
    ...withStatuses(objectsAt(spec, 'initContainers'), objectsAt(status, 'initContainerStatuses'), initRole),
    ...withStatuses(objectsAt(spec, 'containers'), objectsAt(status, 'containerStatuses'), () => 'sidecar'),
  ];
}

/** Returns the progress of a container that an injector added. */
export function foreignContainer({ name, role, state, isReady }: PodContainer): ForeignContainer {
  return { ...containerProgress(name, state), role, isReady };
}

/** Returns the progress of a container with a ContainerState (core/v1). */
export function containerProgress(container: string, state: JsonObject): ContainerProgress {
  return { container, ...containerState(state) };
}

/** True if a container terminated with an exit code other than 0. */
export function hasFailed(progress: ContainerProgress | undefined): boolean {
  return progress?.kind === 'terminated' && progress.exitCode !== 0;
}

function withStatuses(
  containers: readonly JsonObject[],
  statuses: readonly JsonObject[],
  roleOf: (container: JsonObject) => PodContainer['role'],
): readonly PodContainer[] {
  const byName = new Map(statuses.map((status) => [textAt(status, 'name'), status]));
  return containers.map((container) => {
    const name = textAt(container, 'name') ?? '';
    const status = byName.get(name) ?? {};
    return { name, role: roleOf(container), state: objectAt(status, 'state'), isReady: status['ready'] === true };
  });
}

/** An init container that always restarts is a sidecar (Kubernetes 1.29, KEP-753). */
function initRole({ restartPolicy }: JsonObject): PodContainer['role'] {
  return restartPolicy === 'Always' ? 'native-sidecar' : 'init';
}
