import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { inNamespace } from '../cluster/apply.ts';
import { goldenCases } from '../cluster/golden-case.ts';

/** Creates a golden's Tekton output and its supported input objects in a namespace. Returns the TaskRun. */
export async function createTaskRun({ client }: Cluster, golden: string, namespace: string): Promise<KubernetesObject> {
  const found = goldenCases().find(({ name }) => name === golden);
  const taskRun = found?.output('taskrun')?.objects.find(({ kind }) => kind === 'TaskRun');
  if (found === undefined || taskRun === undefined) throw new Error(`${golden} has no TaskRun`);
  const others = found.output('taskrun')?.objects.filter(({ kind }) => kind !== 'TaskRun') ?? [];
  for (const object of [...found.surroundings, ...others]) await client.put(inNamespace(object, namespace));
  // Many goldens have Builds with the same name.
  const own = { ...taskRun, metadata: { ...taskRun.metadata, name: golden } };
  return client.create(inNamespace(own, namespace));
}

/** Returns the Pod that Tekton creates for a TaskRun. */
export function podOf({ client }: Pick<Cluster, 'client'>, { metadata }: KubernetesObject): Promise<KubernetesObject> {
  return until(`a pod of ${metadata.name}`, async () => {
    const pods = await client.list('v1', 'Pod', metadata.namespace ?? 'default');
    return pods.find((pod) => pod.metadata.labels?.['tekton.dev/taskRun'] === metadata.name);
  });
}

/** Returns the status of a TaskRun's Succeeded condition, which is `Unknown` while the TaskRun runs. */
export async function outcomeOf({ client }: Cluster, taskRun: KubernetesObject): Promise<string> {
  const status = (await client.get(taskRun))?.['status'] as
    | { readonly conditions?: readonly { readonly status: string }[] }
    | undefined;
  return status?.conditions?.[0]?.status ?? 'Unknown';
}
