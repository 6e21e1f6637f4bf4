import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';

/** How a container of a pod is: not started, running, or ended with a code. */
export type ContainerStatus = 'waiting' | 'running' | number;

/** Containers by name. */
export type Containers = Readonly<Record<string, ContainerStatus>>;

export interface PodParts {
  readonly init?: Containers;
  readonly main?: Containers;
  readonly phase?: string;
  readonly metadata?: JsonObject;
}

/** A pod as its kubelet reports it. */
export function somePod({ init = {}, main = {}, phase = 'Running', metadata = {} }: PodParts): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'app-build-pod', namespace: 'team', uid: 'pod-1', ...metadata },
    spec: { initContainers: named(init), containers: named(main) },
    status: { phase, initContainerStatuses: statuses(init), containerStatuses: statuses(main) },
  };
}

function named(containers: Containers): readonly JsonObject[] {
  return Object.keys(containers).map((name) => ({ name }));
}

function statuses(containers: Containers): readonly JsonObject[] {
  return Object.entries(containers).map(([name, status]) => ({ name, state: stateOf(status) }));
}

function stateOf(status: ContainerStatus): JsonObject {
  if (status === 'waiting') return { waiting: { reason: 'PodInitializing' } };
  return status === 'running' ? { running: {} } : { terminated: { exitCode: status } };
}
