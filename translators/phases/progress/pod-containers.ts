import type { ForeignContainer } from '../../../src/model/build-progress.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { objectAt, objectsAt, textAt } from '../../../src/model/json-field.ts';
import { containerProgress } from './container-state.ts';

/** A container that a Pod has, with what its status says of it. */
export interface PodContainer {
  readonly name: string;
  readonly role: ForeignContainer['role'];
  /** core/v1 ContainerState; empty while its status is not there. */
  readonly state: JsonObject;
  readonly isReady: boolean;
}

/** A Pod's init containers and then its others, as its specification lists them; ephemeral ones are not among them. */
export function podContainers(pod: JsonObject): readonly PodContainer[] {
  const spec = objectAt(pod, 'spec');
  const status = objectAt(pod, 'status');
  return [
    ...withStatuses(objectsAt(spec, 'initContainers'), objectsAt(status, 'initContainerStatuses'), initRole),
    ...withStatuses(objectsAt(spec, 'containers'), objectsAt(status, 'containerStatuses'), () => 'sidecar'),
  ];
}

/** A container that is nobody's of ours. */
export function foreignContainer({ name, role, state, isReady }: PodContainer): ForeignContainer {
  return { ...containerProgress(name, state), role, isReady };
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
