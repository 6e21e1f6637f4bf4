import type { ContainerProgress, ForeignContainer, Terminated } from '../../../src/model/build-progress.ts';
import { objectAt, objectsAt, textAt, textsAt } from '../../../src/model/json-field.ts';
import { isJsonObject, type JsonObject } from '../../../src/model/json.ts';

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

/** Reads a ContainerState (core/v1). A container without a known state counts as waiting. */
export function containerProgress(container: string, state: JsonObject): ContainerProgress {
  const { waiting, running, terminated } = state;
  if (isJsonObject(terminated)) return { container, ...terminatedState(terminated) };
  if (isJsonObject(running)) return { container, kind: 'running', ...textsAt(running, 'startedAt') };
  return { container, kind: 'waiting', ...(isJsonObject(waiting) && textsAt(waiting, 'reason', 'message')) };
}

/** True if a container terminated with an exit code other than 0. */
export function hasFailed(progress: ContainerProgress | undefined): boolean {
  return progress?.kind === 'terminated' && progress.exitCode !== 0;
}

function terminatedState(terminated: JsonObject): Terminated {
  const { exitCode, signal } = terminated;
  return {
    kind: 'terminated',
    // The API requires an exit code. A status without one does not prove success.
    exitCode: typeof exitCode === 'number' ? exitCode : 1,
    ...(typeof signal === 'number' && { signal }),
    ...textsAt(terminated, 'reason', 'message', 'startedAt', 'finishedAt'),
  };
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
