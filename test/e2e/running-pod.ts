import type { ApiClient } from '../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { until } from '../cluster/processes/until.ts';

/** A container of a pod of the tests: a name and a shell command. */
export type Command = readonly [name: string, script: string];

/** A Pod whose containers run shell commands and are not restarted. */
export function shellPod(
  name: string,
  commands: { readonly init?: readonly Command[]; readonly main: readonly Command[] },
  place: { readonly namespace?: string; readonly image?: string } = {},
): KubernetesObject {
  const { init = [], main } = commands;
  const { namespace = 'default', image = BUSYBOX_IMAGE } = place;
  const container = ([containerName, script]: Command): object => ({
    name: containerName,
    image,
    command: ['sh', '-c', script],
    volumeMounts: [{ name: 'trail', mountPath: '/trail' }],
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 1,
      initContainers: init.map(container),
      containers: main.map(container),
      volumes: [{ name: 'trail', emptyDir: {} }],
    },
  };
}

/** Creates a Pod as soon as its namespace is ready. */
export async function createPod(client: ApiClient, pod: KubernetesObject): Promise<void> {
  await until(`pod ${pod.metadata.name} to be admitted`, () => client.create(pod));
}

/** Waits until the status of an object has the wanted state, and returns the status. */
export async function ended<Status>(
  client: ApiClient,
  object: KubernetesObject,
  isOver: (status: Status) => boolean,
  { seconds = 60 }: { readonly seconds?: number } = {},
): Promise<Status> {
  const ask = async (): Promise<Status | undefined> => {
    const { status } = ((await client.get(object)) ?? {}) as { readonly status?: Status };
    return status !== undefined && isOver(status) ? status : undefined;
  };
  return until(`the end of ${object.kind} ${object.metadata.name}`, ask, { seconds });
}

export interface PodStatus {
  readonly phase: string;
  readonly podIP?: string;
  readonly reason?: string;
  readonly initContainerStatuses?: readonly ContainerStatus[];
  readonly containerStatuses?: readonly ContainerStatus[];
}

export interface ContainerStatus {
  readonly name: string;
  readonly ready: boolean;
  readonly state: { readonly terminated?: Termination; readonly waiting?: { readonly reason: string } };
}

/** The end of a container. */
export interface Termination {
  readonly exitCode: number;
  readonly reason: string;
  readonly message?: string;
  readonly finishedAt: string;
}

export function podEnded({ phase }: PodStatus): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Returns the end of a container or init container, or undefined if it has not ended. */
export function endOf(status: PodStatus, name: string): Termination | undefined {
  const { initContainerStatuses = [], containerStatuses = [] } = status;
  return [...initContainerStatuses, ...containerStatuses].find((container) => container.name === name)?.state
    .terminated;
}

/** Returns a container's termination message. */
export function lastWords(status: PodStatus, name: string): string | undefined {
  return endOf(status, name)?.message;
}

/** Sets a deadline that has passed, so that the kubelet stops the Pod's containers. */
export async function stopByDeadline(client: ApiClient, { metadata }: KubernetesObject): Promise<void> {
  const path = `/api/v1/namespaces/${metadata.namespace ?? 'default'}/pods/${metadata.name}`;
  await client.send('PATCH', path, { spec: { activeDeadlineSeconds: 1 } }, 'application/merge-patch+json');
}
