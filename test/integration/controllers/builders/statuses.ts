import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';

export type Status = Readonly<Record<string, unknown>>;

/** Returns an object's status from the API server. */
export async function statusOf(cluster: Cluster, object: KubernetesObject): Promise<Status> {
  const found = await cluster.client.get(object);
  return (found?.['status'] ?? {}) as Status;
}

/** Returns conditions in their order, for example `Ready=False NoLatestImage …`. */
export function conditionsOf({ conditions = [] }: Status): readonly string[] {
  return (conditions as readonly Readonly<Record<string, string>>[]).map(({ type, status, reason, message }) =>
    [`${type}=${status}`, reason, message].filter((text) => text !== undefined).join(' '),
  );
}
