import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { buildpackage } from '../../cluster/universe/buildpackage.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { WAITS } from './gates.ts';
import { readyCondition } from './ready-condition.ts';

/** Creates a ClusterBuilder with the waiting buildpack, and waits until it is ready. Returns the builder and its parts. */
export async function createWaitingBuilder(
  { client, registry }: NodeCluster,
  { name, namespace }: { readonly name: string; readonly namespace: string },
): Promise<readonly KubernetesObject[]> {
  const pushed = await pushRunningUniverse(registry);
  const digest = await pushImage(buildpackage([WAITS]), { url: registry.url, repository: 'waits' }, 'latest');
  const builder: KubernetesObject = {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'ClusterBuilder',
    metadata: { name },
    spec: {
      tag: `${registry.address}/builders/${name}`,
      serviceAccountRef: { name: 'default', namespace },
      stack: { kind: 'ClusterStack', name: 'tiny' },
      lifecycle: { kind: 'ClusterLifecycle', name: 'default-lifecycle' },
      store: { kind: 'ClusterStore', name: 'working' },
      order: [{ group: [{ image: `${registry.address}/waits@${digest}` }, { id: 'test/hello' }] }],
    },
  };
  const parts = universeDocuments(pushed, namespace).parts.filter(
    ({ kind, metadata }) => ['ClusterStack', 'ClusterLifecycle'].includes(kind) || metadata.name === 'working',
  );
  const made = [...parts, builder] as readonly KubernetesObject[];
  for (const object of made) await client.create(object);
  const ready = async (): Promise<true | undefined> =>
    (await readyCondition(client, builder))['status'] === 'True' ? true : undefined;
  await until('the builder', ready, { seconds: 120 });
  return made;
}
