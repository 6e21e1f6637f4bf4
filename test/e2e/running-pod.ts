import type { ApiClient } from '../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { until } from '../cluster/processes/until.ts';

/** A container of a pod of the tests: a name and a shell command. */
export type Command = readonly [name: string, script: string];

/** A pod whose containers run shell commands, and is not started anew. */
export function shellPod(
  name: string,
  commands: { readonly init?: readonly Command[]; readonly main: readonly Command[] },
  image = BUSYBOX_IMAGE,
): KubernetesObject {
  const { init = [], main } = commands;
  const container = ([containerName, script]: Command): object => ({
    name: containerName,
    image,
    command: ['sh', '-c', script],
    volumeMounts: [{ name: 'trail', mountPath: '/trail' }],
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 1,
      initContainers: init.map(container),
      containers: main.map(container),
      volumes: [{ name: 'trail', emptyDir: {} }],
    },
  };
}

/** Creates a pod, once its namespace is ready for it. */
export async function createPod(client: ApiClient, pod: KubernetesObject): Promise<void> {
  await until(`pod ${pod.metadata.name} to be admitted`, () => client.create(pod));
}

/** Waits for the end of what has a status, and gives that. */
export async function ended<Status>(
  client: ApiClient,
  object: KubernetesObject,
  isOver: (status: Status) => boolean,
): Promise<Status> {
  const ask = async (): Promise<Status | undefined> => {
    const { status } = ((await client.get(object)) ?? {}) as { readonly status?: Status };
    return status !== undefined && isOver(status) ? status : undefined;
  };
  return until(`the end of ${object.kind} ${object.metadata.name}`, ask, { seconds: 60 });
}

export interface PodStatus {
  readonly phase: string;
  readonly podIP?: string;
  readonly containerStatuses?: readonly { readonly name: string; readonly state: ContainerState }[];
}

interface ContainerState {
  readonly terminated?: { readonly exitCode: number; readonly message?: string };
}

export function podEnded({ phase }: PodStatus): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** What a container has left in its termination message. */
export function lastWords({ containerStatuses = [] }: PodStatus, name: string): string | undefined {
  return containerStatuses.find((status) => status.name === name)?.state.terminated?.message;
}
