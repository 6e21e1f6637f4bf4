import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';

export type Status = Readonly<Record<string, unknown>>;

/** What the server has of an object's status. */
export async function statusOf(cluster: Cluster, object: KubernetesObject): Promise<Status> {
  const found = await cluster.client.get(object);
  return (found?.['status'] ?? {}) as Status;
}

/** `Ready=False NoLatestImage …`, in their order. */
export function conditionsOf({ conditions = [] }: Status): readonly string[] {
  return (conditions as readonly Readonly<Record<string, string>>[]).map(({ type, status, reason, message }) =>
    [`${type}=${status}`, reason, message].filter((text) => text !== undefined).join(' '),
  );
}
