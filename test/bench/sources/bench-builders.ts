import { makeLayer } from '../../../src/core/oci/layer.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { runImage } from '../../cluster/universe/base-images.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushUniverse } from '../../cluster/universe/push-universe.ts';
import { someUniverse } from '../../integration/universe/some-universe.ts';
import type { BenchCluster } from '../controller/bench-cluster.ts';
import type { BenchController } from './bench-controller.ts';
import { NAMESPACE } from './seed-images.ts';

export interface BenchBuilders {
  /** The ClusterBuilder of most Images. */
  readonly common: KubernetesObject;
  /** A ClusterBuilder with a stack of its own. */
  readonly changing: KubernetesObject;
  /** Replaces the run image of that stack by a patched one. */
  readonly changeStack: () => Promise<void>;
}

/** Applies two builders, and runs the controller until it has published them. */
export async function publishBuilders(
  { client, registry }: BenchCluster,
  controller: BenchController,
): Promise<BenchBuilders> {
  const { parts, builders } = universeDocuments(await pushUniverse(registry, await someUniverse()), NAMESPACE);
  const common = builders.good as unknown as KubernetesObject & { readonly spec: { readonly tag: string } };
  const stack = parts.find(({ kind }) => kind === 'ClusterStack') as unknown as KubernetesObject & {
    readonly spec: object;
  };
  const changing = {
    ...common,
    metadata: { ...common.metadata, name: 'changing' },
    spec: { ...common.spec, tag: `${common.spec.tag}-changing`, stack: { kind: 'ClusterStack', name: 'changing' } },
  };
  const changingStack = { ...stack, metadata: { name: 'changing' } };
  for (const object of [...parts, changingStack, common, changing]) {
    await client.create(object as unknown as KubernetesObject);
  }
  const pid = await controller.start();
  const published = async (builder: KubernetesObject): Promise<KubernetesObject> =>
    until(
      `the builder ${builder.metadata.name}`,
      async () => {
        const current = await client.get(builder);
        return current !== undefined && isPublished(current) ? current : undefined;
      },
      { seconds: 120 },
    );
  const results = { common: await published(common), changing: await published(changing) };
  await controller.stop(pid);
  return {
    ...results,
    changeStack: async () => {
      const layer = makeLayer([{ path: '/bin/busybox', kind: 'file', content: 'none' }]);
      const patch = makeLayer([{ path: '/etc/patched', kind: 'file', content: 'once' }]);
      const repository = 'universe/run';
      const digest = await pushImage(runImage(layer, [patch]), { url: registry.url, repository }, 'patched');
      await client.apply({
        ...changingStack,
        spec: { ...changingStack.spec, runImage: { image: `${registry.address}/${repository}@${digest}` } },
      } as KubernetesObject);
    },
  };
}

function isPublished({ status }: KubernetesObject): boolean {
  return JSON.stringify(status ?? {}).includes('"latestImage"');
}
