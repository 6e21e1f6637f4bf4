import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { podOf } from '../../integration/injectors/task-run-pod.ts';
import { endOf, ended, type PodStatus } from '../running-pod.ts';

/** Creates the objects that taskpack prints for a Build. Returns the Pod that runs the Build. */
export async function createWorkload(
  client: ApiClient,
  objects: readonly KubernetesObject[],
): Promise<KubernetesObject> {
  const workload = objects.at(-1);
  if (workload === undefined) throw new Error('there is nothing to create');
  for (const object of objects.slice(0, -1)) await client.put(object);
  const created = await until(`${workload.metadata.name} to be admitted`, () => client.create(workload));
  return workload.kind === 'Pod' ? { ...created, apiVersion: 'v1', kind: 'Pod' } : podOf({ client }, created);
}

/** Waits until a container of a pod has ended. */
export function containerEnded(client: ApiClient, pod: KubernetesObject, name: string): Promise<PodStatus> {
  return ended<PodStatus>(client, pod, (status) => endOf(status, name) !== undefined);
}

/** Opens the gate as the controller does when every injected container is ready. */
export async function openGate(client: ApiClient, { metadata }: KubernetesObject): Promise<void> {
  const path = `/api/v1/namespaces/${metadata.namespace ?? 'default'}/pods/${metadata.name}`;
  const annotations = { 'build.kpack.io/ready': 'true' };
  await client.send('PATCH', path, { metadata: { annotations } }, 'application/merge-patch+json');
}
